import { subscribeStream } from '../../platform/media-bus/media-bus-client.ts';
import type { FromTranscode, TranscodeStart } from './transcode-messages.ts';

// A process of its own: what the decoder does to it ends nothing else.

const send = (message: FromTranscode): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);

async function run(start: TranscodeStart): Promise<void> {
  const { VideoTranscoder } = await import('./video-transcoder.ts');
  const transcoder = new VideoTranscoder({
    maxHeight: start.maxHeight,
    config: (config) => send({ type: 'config', config }),
    unit: (unit) => send({ type: 'unit', unit }),
  });
  subscribeStream(start.busSocketPath, start.streamId, {
    config: (config) => transcoder.configure(config),
    unit: (unit) => {
      if (unit.kind === 'video') transcoder.add(unit);
    },
    status: (status) => send({ type: 'status', isOnline: status.state !== 'offline', cause: status.reason }),
  });
}

process.once('message', (message: TranscodeStart) => {
  run(message).catch((error: unknown) => {
    process.stderr.write(`transcoding is not available: ${String(error)}\n`);
    send({ type: 'absent' });
  });
});

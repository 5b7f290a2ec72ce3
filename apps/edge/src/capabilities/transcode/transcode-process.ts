import { onParentGone } from '@sightline/node-io/processes/on-parent-gone';
import { subscribeStream } from '../../platform/media-bus/media-bus-client.ts';
import { hearClock } from '../../platform/processes/shared-clock.ts';
import { LiveHiding } from './live-hiding.ts';
import type { FromTranscode, TranscodeInference, TranscodeStart } from './transcode-messages.ts';

// A process of its own: what the decoder does to it ends nothing else.

const send = (message: FromTranscode): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

onParentGone(() => process.exit(0));
process.on('SIGINT', () => undefined);

let hiding: LiveHiding | null = null;

async function run(start: TranscodeStart, hiding: LiveHiding | null): Promise<void> {
  const { VideoTranscoder } = await import('./video-transcoder.ts');
  const transcoder = new VideoTranscoder({
    maxHeight: start.maxHeight,
    ...(hiding === null ? {} : { hide: hiding.hide }),
    config: (config) => send({ type: 'config', config }),
    unit: (unit) => send({ type: 'unit', unit }),
  });
  subscribeStream(start.busSocketPath, start.streamId, {
    config: (config) =>
      hiding === null ? transcoder.configure(config) : hiding.inOrder(() => transcoder.configure(config)),
    unit: (unit) => {
      if (unit.kind !== 'video') return;
      if (hiding === null) transcoder.add(unit);
      else hiding.take(unit, (due) => transcoder.add(due));
    },
    status: (status) => send({ type: 'status', isOnline: status.state !== 'offline', cause: status.reason }),
  });
}

process.on('message', (message: TranscodeStart | TranscodeInference) => {
  if (hearClock(message)) return;
  if (message.type === 'look') return hiding?.look(message.look);
  hiding = message.privacy === null ? null : new LiveHiding(message.privacy);
  run(message, hiding).catch((error: unknown) => {
    process.stderr.write(`transcoding is not available: ${String(error)}\n`);
    send({ type: 'absent' });
  });
});

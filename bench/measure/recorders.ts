import type { ChildProcess } from 'node:child_process';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfigureMessage, DesiredStream } from '../../apps/edge/src/capabilities/ingest/ingest-messages.ts';

/** Something that records RTSP streams to disk. */
export interface Recorder {
  pids: () => number[];
  stop: () => Promise<void>;
}

async function endAll(children: readonly ChildProcess[]): Promise<void> {
  await Promise.all(
    children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await exited;
      clearTimeout(force);
    }),
  );
}

const pidsOf = (children: readonly ChildProcess[]): number[] =>
  children.flatMap((child) => (child.pid ? [child.pid] : []));

/** The product's media worker, configured as the core configures it; nothing else of the core runs. */
export function startSightline(urls: readonly string[], folder: string): Promise<Recorder> {
  const entry = fileURLToPath(new URL('../../apps/edge/src/app/workers/media-worker.ts', import.meta.url));
  const child = fork(entry, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], serialization: 'advanced' });
  const streams = urls.map((url, index): DesiredStream => ({
    streamId: `stream-${String(index)}`,
    cameraId: `camera-${String(index)}`,
    kind: 'main',
    url,
    username: null,
    password: null,
    transport: 'tcp',
    driver: 'rtsp',
    startReordering: false,
    recording: { mode: 'on', accountedUntilUtcMs: null },
  }));
  const message: ConfigureMessage = {
    type: 'configure',
    streams,
    volume: folder,
    busSocketPath: join(folder, 'bus.sock'),
    syncPolicy: 'fragment',
    openSegments: [],
    keptStreams: [],
  };
  child.send(message);
  return Promise.resolve({ pids: () => pidsOf([child]), stop: () => endAll([child]) });
}

/** One `ffmpeg -c copy` per stream, 60 s segments of fragmented MP4. */
export async function startFfmpeg(urls: readonly string[], folder: string): Promise<Recorder> {
  const children: ChildProcess[] = [];
  for (const [index, url] of urls.entries()) {
    const out = join(folder, String(index));
    await mkdir(out, { recursive: true });
    const segments = [
      '-f',
      'segment',
      '-segment_time',
      '60',
      '-segment_format_options',
      'movflags=frag_keyframe+empty_moov',
      '-reset_timestamps',
      '1',
    ];
    children.push(
      spawn(
        'ffmpeg',
        [
          '-nostdin',
          '-loglevel',
          'error',
          '-rtsp_transport',
          'tcp',
          '-i',
          url,
          '-c',
          'copy',
          ...segments,
          join(out, '%06d.mp4'),
        ],
        {
          stdio: 'ignore',
        },
      ),
    );
  }
  return { pids: () => pidsOf(children), stop: () => endAll(children) };
}

/**
 * Debian's `motion`, recording without re-encoding: all the time, or (`isDetecting`) only while it finds motion. It decodes
 * every frame all the same: so it is made.
 */
export async function startMotion(
  urls: readonly string[],
  folder: string,
  size: { width: number; height: number; fps: number; isDetecting?: boolean },
): Promise<Recorder> {
  const main = join(folder, 'motion.conf');
  const cameras = urls.map((_, index) => `camera ${join(folder, `camera${String(index)}.conf`)}`);
  await writeFile(
    main,
    ['daemon off', 'webcontrol_port 0', 'stream_port 0', 'picture_output off', ...cameras].join('\n'),
  );
  for (const [index, url] of urls.entries()) {
    const target = join(folder, String(index));
    await mkdir(target, { recursive: true });
    const settings = [
      `camera_id ${String(index + 1)}`,
      `netcam_url ${url}`,
      'netcam_params rtsp_transport=tcp',
      `width ${String(size.width)}`,
      `height ${String(size.height)}`,
      `framerate ${String(size.fps)}`,
      'movie_output on',
      'movie_passthrough on',
      'movie_max_time 60',
      `emulate_motion ${size.isDetecting ? 'off' : 'on'}`,
      'picture_output off',
      `target_dir ${target}`,
    ];
    await writeFile(join(folder, `camera${String(index)}.conf`), settings.join('\n'));
  }
  const child = spawn('motion', ['-n', '-c', main], { stdio: 'ignore' });
  return { pids: () => pidsOf([child]), stop: () => endAll([child]) };
}

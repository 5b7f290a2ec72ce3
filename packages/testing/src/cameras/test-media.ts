import { fork } from 'node:child_process';
import { access, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Prepared clips for tests, 12 s at 15 fps, keyframe every 2 s, frame counter 0..179 in the picture (see
 * `readFrameCounter`). All are H.264 Main without B-frames and sound unless their name says otherwise.
 */
export const testMediaKinds = {
  'h264-1080': { codec: 'h264', width: 1920, height: 1080 },
  'h264-720': { codec: 'h264', width: 1280, height: 720 },
  'h264-sub': { codec: 'h264', width: 640, height: 360 },
  'h264-bframes': { codec: 'h264', width: 1280, height: 720, bFrames: 2 },
  hevc: { codec: 'h265', width: 1280, height: 720 },
  'hevc-1080': { codec: 'h265', width: 1920, height: 1080 },
  'h264-aac': { codec: 'h264', width: 1280, height: 720, audio: 'aac' },
  'h264-bframes-aac': { codec: 'h264', width: 1280, height: 720, bFrames: 2, audio: 'aac' },
  'h264-g711': { codec: 'h264', width: 640, height: 360, audio: 'pcmu' },
} as const;

export type TestMediaKind = keyof typeof testMediaKinds;

export const testMediaFps = 15;
export const testMediaFrames = 180;

/** Raise it when the content changes, so that caches of old content are not used. */
const contentVersion = 2;

const pending = new Map<TestMediaKind, Promise<string>>();

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

function runWorker(kind: TestMediaKind, file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./test-media-worker.ts', import.meta.url), [kind, file], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors = (errors + chunk.toString()).slice(-4000);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`test media ${kind} was not made (${signal ?? code}): ${errors}`));
    });
  });
}

async function prepare(kind: TestMediaKind): Promise<string> {
  const folder = join(tmpdir(), `sightline-test-media-v${contentVersion}`);
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${kind}.mp4`);
  if (!(await exists(file))) await runWorker(kind, file);
  return file;
}

/** Path of a clip; made once by a process of its own (1-4 s) and kept under the system's temporary folder. */
export function testMedia(kind: TestMediaKind): Promise<string> {
  const running = pending.get(kind) ?? prepare(kind);
  pending.set(kind, running);
  return running;
}

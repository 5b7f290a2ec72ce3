import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface BenchCameras {
  child: ChildProcess;
  urls: string[];
  stop: () => Promise<void>;
}

/** Serves `files[n]` as camera n over RTSP from another process. */
export async function startCameras(files: readonly string[]): Promise<BenchCameras> {
  const entry = fileURLToPath(new URL('./camera-process.ts', import.meta.url));
  const child = fork(entry, ['0', ...files.map((file, index) => `cam${String(index)}=${file}`)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [{ port: number }];
  const urls = files.map((_, index) => `rtsp://127.0.0.1:${String(ready.port)}/cam${String(index)}`);
  const stop = async (): Promise<void> => {
    const exited = once(child, 'exit');
    child.disconnect();
    await exited;
  };
  return { child, urls, stop };
}

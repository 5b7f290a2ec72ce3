import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StillJob } from './still-worker.ts';
import type { ClipTruth } from './truth.ts';

/** Makes what a camera sees before and after a clip, as a film of a few seconds in `folder`; answers its path. */
export async function makeStill(truth: ClipTruth, places: { footage: string; folder: string }): Promise<string> {
  const file = join(places.folder, `${truth.clip}.still.mp4`);
  const job: StillJob = {
    source: join(places.footage, truth.file),
    before: truth.before,
    durationS: truth.durationS,
    file,
  };
  const child = fork(new URL('./still-worker.ts', import.meta.url), [JSON.stringify(job)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`no still picture could be made of ${truth.file}`);
  return file;
}

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineClock } from '../../../platform/clock.ts';
import { manifestName } from './pack-folder.ts';

/** A model that took the process with it this often while it was tried is not tried again until its manifest changes. */
const endsToRefuse = 2;
/** The same for a model that passed its trial and took the process with it while it ran. */
const runEndsToRefuse = 3;
/** Ends further back than this are chance. */
const rememberedMs = 24 * 3_600_000;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Marks in a folder, one while a model is being tried: native code that crashes, or blocks until the process is killed,
 * leaves its mark behind. Without them such a pack would end every new process the same way.
 */
export class TrialMarks {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, '.trials');
  }

  /** Runs `trial` under a mark; gives null without running it when earlier trials of this pack ended their process. */
  async run<T>(packFolder: string, trial: () => Promise<T>): Promise<T | null> {
    const key = await this.#keyOf(packFolder);
    await mkdir(this.#folder, { recursive: true });
    const names = await readdir(this.#folder);
    const ends = names.filter(
      (name) => name.startsWith(`${key}.run-`) && machineClock.nowUtcMs() - Number(name.split('-')[1]) < rememberedMs,
    );
    if (ends.length >= runEndsToRefuse) return null;
    const marks = names.filter((name) => name.startsWith(`${key}-`));
    const left = marks.filter((name) => !isAlive(Number(name.split('-')[1])));
    if (left.length >= endsToRefuse) return null;
    const mark = join(this.#folder, `${key}-${process.pid}-${machineClock.nowUtcMs()}`);
    await writeFile(mark, packFolder);
    const result = await trial();
    await rm(mark, { force: true });
    for (const name of left) await rm(join(this.#folder, name), { force: true });
    return result;
  }

  /** The process ended while the model of this pack ran. */
  async blame(packFolder: string): Promise<void> {
    const key = await this.#keyOf(packFolder);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(join(this.#folder, `${key}.run-${machineClock.nowUtcMs()}-${randomUUID()}`), packFolder);
  }

  async #keyOf(packFolder: string): Promise<string> {
    const manifest = await readFile(join(packFolder, manifestName)).catch(() => Buffer.alloc(0));
    return createHash('sha256').update(packFolder).update(manifest).digest('hex').slice(0, 20);
  }
}

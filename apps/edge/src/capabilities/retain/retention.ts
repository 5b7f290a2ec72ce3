import { rmdir, statfs, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RoomBudget } from './room-budget.ts';
import {
  planRetention,
  type RetainedSegment,
  type RetentionInput,
  type RetentionPolicy,
  type RetentionStep,
} from './plan-retention.ts';

export interface RetentionDeps {
  volume: string;
  /** Closed segments, newest knowledge of the store. */
  segments: () => readonly RetainedSegment[];
  policies: () => ReadonlyMap<string, RetentionPolicy>;
  nowUtcMs: () => number;
  /** What must be known before a pass; a pass is made without it when it fails. */
  prepare?: () => Promise<void>;
  /** Asked at each pass: another disk may be mounted by then, and what others take of the reserve changes. */
  floorBytes: () => number | Promise<number>;
  /** Whether the disk is mounted; without it nothing is deleted or forgotten. It always is unless said. */
  isHere?: () => Promise<boolean>;
  /** The files are gone: forget the row. Answers when it is forgotten, which a full disk may hold up. */
  removed: (step: RetentionStep) => unknown;
  failed: (path: string, error: unknown) => void;
  /** Bounds what goes for the floor; unlimited without. */
  budget?: RoomBudget;
  /** So many bytes are missing to the floor after a pass that may delete no more for it. */
  short?: (missingBytes: number) => void;
  /** For tests; else the volume's own figure. */
  freeBytes?: () => Promise<number>;
  /** Between passes the disk is looked at this often; 5 s unless a test says otherwise. */
  lookMs?: number;
}

const everyMs = 60_000;
/** Many cameras fill what an export leaves free within a minute, and what finds no room is not recorded. */
const defaultLookMs = 5_000;

/** Deletes footage that is over its time or room. */
export class Retention {
  readonly #deps: RetentionDeps;
  #timers: NodeJS.Timeout[] = [];
  /** What the last pass made sure of, in bytes; null while one is made, and when it could not. */
  #floor: number | null = null;
  #running: Promise<void> = Promise.resolve();
  /** What the store knew last: a store that cannot be read must not keep footage from making room. */
  #known: Pick<RetentionInput, 'segments' | 'policies'> = { segments: [], policies: new Map() };
  /** Being deleted, or deleted and not forgotten yet: they give no room a second time, and nobody else took them. */
  readonly #gone = new Set<string>();

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#timers = [
      setInterval(() => void this.run(), everyMs),
      setInterval(() => void this.#check(), this.#deps.lookMs ?? defaultLookMs),
    ];
    void this.run();
  }

  /** Whether it is this that lets go of a file, whose row goes after it. */
  isDeleting(path: string): boolean {
    return this.#gone.has(path);
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#floor = null;
    await this.#running;
  }

  /** One pass; passes never overlap. */
  run(): Promise<void> {
    this.#running = this.#running.then(() => this.#pass());
    return this.#running;
  }

  /** The disk fills faster than passes come: one is made at once. */
  async #check(): Promise<void> {
    if (this.#floor === null) return;
    const freeBytes = await this.#freeBytes().catch(() => Number.POSITIVE_INFINITY);
    if (this.#floor !== null && freeBytes < this.#floor / 2) await this.run();
  }

  #freeBytes(): Promise<number> {
    return this.#deps.freeBytes?.() ?? freeBytesOf(this.#deps.volume);
  }

  async #pass(): Promise<void> {
    const { nowUtcMs, floorBytes, volume, prepare } = this.#deps;
    this.#floor = null;
    if (!(await this.#isHere())) return;
    try {
      await prepare?.();
    } catch (error) {
      this.#deps.failed(volume, error);
    }
    try {
      // Others write and remove meanwhile: what they took before or after counts, lest footage makes room for it.
      const before = await floorBytes();
      const freeBytes = await this.#freeBytes();
      const floor = Math.min(before, await floorBytes());
      const known = this.#lookUp();
      const maxForFloorBytes = this.#deps.budget?.left() ?? Infinity;
      const steps = planRetention({ ...known, nowUtcMs: nowUtcMs(), freeBytes, floorBytes: floor, maxForFloorBytes });
      for (const step of steps) await this.#remove(step);
      this.#account(steps, { missingBytes: floor - freeBytes, maxForFloorBytes });
      // Not where it did not help: what is deleted may still be held by readers, or be given back late, and more would go for nothing.
      if ((await this.#freeBytes()) >= floor / 2) this.#floor = floor;
    } catch (error) {
      this.#deps.failed(volume, error);
    }
  }

  #lookUp(): Pick<RetentionInput, 'segments' | 'policies'> {
    try {
      this.#known = { segments: this.#deps.segments(), policies: this.#deps.policies() };
    } catch (error) {
      this.#deps.failed(this.#deps.volume, error);
    }
    const { segments, policies } = this.#known;
    return { segments: segments.filter(({ path }) => !this.#gone.has(path)), policies };
  }

  #account(
    steps: readonly RetentionStep[],
    { missingBytes, maxForFloorBytes }: { missingBytes: number; maxForFloorBytes: number },
  ): void {
    const sum = (some: readonly RetentionStep[]): number => some.reduce((bytes, step) => bytes + step.bytes, 0);
    const forFloor = sum(steps.filter(({ reason }) => reason === 'floor'));
    this.#deps.budget?.spend(forFloor);
    const left = missingBytes - sum(steps);
    if (left > 0 && forFloor >= maxForFloorBytes) this.#deps.short?.(left);
  }

  #isHere(): Promise<boolean> {
    return this.#deps.isHere?.() ?? Promise.resolve(true);
  }

  async #forget(step: RetentionStep): Promise<void> {
    try {
      await this.#deps.removed(step);
    } catch (error) {
      this.#deps.failed(step.path, error);
    } finally {
      this.#gone.delete(step.path);
    }
  }

  // Files first, row last: after a crash in between the next pass finds the row again and completes it.
  async #remove(step: RetentionStep): Promise<void> {
    const file = join(this.#deps.volume, step.path);
    this.#gone.add(step.path);
    try {
      await unlinkIfThere(file);
      await unlinkIfThere(file.replace(/\.mp4$/, '.idx'));
      // A file that was not there went with its disk, if that went.
      if (!(await this.#isHere())) return void this.#gone.delete(step.path);
    } catch (error) {
      this.#gone.delete(step.path);
      return this.#deps.failed(step.path, error);
    }
    void this.#forget(step);
    await removeEmpty(dirname(file)).catch((error: unknown) => this.#deps.failed(step.path, error));
  }
}

async function freeBytesOf(volume: string): Promise<number> {
  const { bavail, bsize } = await statfs(volume);
  return bavail * bsize;
}

async function unlinkIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

// The hour's folder, then the day's. One that still holds something stays.
async function removeEmpty(hour: string): Promise<void> {
  for (const folder of [hour, dirname(hour)]) {
    try {
      await rmdir(folder);
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return;
      throw error;
    }
  }
}

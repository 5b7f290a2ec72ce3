import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packCells } from '@sightline/media/motion-index/motion-cells';
import {
  emptyHour,
  headBytes,
  hourBytes,
  hourMs,
  isHour,
  mendMinutes,
  noteSecond,
  secondRange,
} from '@sightline/media/motion-index/motion-hour';
import { hasMark } from '../../platform/footage-mark.ts';
import { motionPath } from './motion-files.ts';

export interface MotionIndexWriterOptions {
  volume: string;
  /** Writing failed; the seconds are kept and tried again with the next flush. */
  onTrouble: (detail: string) => void;
}

/** A cell (0-255) that changed this much is one that moved. */
const cellThreshold = 12;
/** An hour without news is written and let go after this many flushes. */
const idleFlushes = 24;
/** While the disk refuses, the oldest of more hours than this are given up: 37 MB. */
const maxHours = 512;

interface OpenHour {
  cameraId: string;
  hour: number;
  bytes: Uint8Array;
  /** What a former run of this program left in the file was taken over. */
  isLoaded: boolean;
  /** Seconds not yet written, half-open; null when all are. */
  dirty: { from: number; to: number } | null;
  quietFlushes: number;
}

/**
 * Keeps motion per second of this worker's cameras, in memory until the next flush. Nothing waits for it, and a crash
 * costs the seconds since the last flush: they read as unknown.
 */
export class MotionIndexWriter {
  readonly #options: MotionIndexWriterOptions;
  /** Id that the disk bears: without it nothing is written. Null: whatever lies there is used. */
  mark: string | null = null;
  readonly #hours = new Map<string, OpenHour>();
  #writing: Promise<void> = Promise.resolve();

  constructor(options: MotionIndexWriterOptions) {
    this.#options = options;
  }

  /** Says what moved within the second that holds the instant; several pictures of one second add up. */
  note(cameraId: string, atUtcMs: number, motion: { level: number; cells: Uint8Array }): void {
    const hour = Math.floor(atUtcMs / hourMs);
    const key = `${cameraId}/${String(hour)}`;
    let open = this.#hours.get(key);
    if (open === undefined) {
      open = { cameraId, hour, bytes: emptyHour(hour), isLoaded: false, dirty: null, quietFlushes: 0 };
      this.#hours.set(key, open);
      const [oldest] = this.#hours.keys();
      if (this.#hours.size > maxHours) this.#hours.delete(oldest!);
    }
    const second = Math.floor((atUtcMs - hour * hourMs) / 1000);
    noteSecond(open.bytes, second, { level: motion.level, cells: packCells(motion.cells, cellThreshold) });
    open.dirty = { from: Math.min(open.dirty?.from ?? second, second), to: Math.max(open.dirty?.to ?? 0, second + 1) };
    open.quietFlushes = 0;
  }

  /** Writes what is new. Flushes run one after another. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (const [key, open] of this.#hours) {
      if (open.dirty === null) {
        if (++open.quietFlushes > idleFlushes) this.#hours.delete(key);
        continue;
      }
      // What is known waits for its disk.
      if (this.mark !== null && !(await hasMark(this.#options.volume, this.mark))) return;
      const { dirty } = open;
      open.dirty = null;
      try {
        await this.#write(open, dirty);
      } catch (error) {
        const later = open.dirty as OpenHour['dirty'];
        open.dirty = { from: Math.min(dirty.from, later?.from ?? dirty.from), to: Math.max(dirty.to, later?.to ?? 0) };
        this.#options.onTrouble(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async #write(open_: OpenHour, dirty: { from: number; to: number }): Promise<void> {
    const path = motionPath(this.#options.volume, open_.cameraId, open_.hour);
    if (!open_.isLoaded) await takeOver(open_, path);
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    const file = await openForWriting(path);
    try {
      const { bytes } = open_;
      const from = secondRange(dirty.from).from;
      const to = secondRange(dirty.to - 1).to;
      // Seconds first: minutes that lag are mended, minutes that promise too much would be searched in vain.
      await file.write(bytes, from, to - from, from);
      await file.write(bytes, 0, headBytes, 0);
    } finally {
      await file.close();
    }
  }
}

/** Adds what the file already holds, for instance after a restart within the hour. */
async function takeOver(open_: OpenHour, path: string): Promise<void> {
  const old = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  open_.isLoaded = true;
  if (old === null || !isHour(old, open_.hour)) return;
  const { bytes } = open_;
  for (let second = 0; second < 3600; second++) {
    const { from, to } = secondRange(second);
    if (bytes[from] === 0 && to <= old.length) bytes.set(old.subarray(from, to), from);
  }
  mendMinutes(bytes);
}

async function openForWriting(path: string): ReturnType<typeof open> {
  const file = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file !== null) return file;
  const made = await open(path, 'w+', 0o640);
  // Sparse: what is never written reads as unknown.
  await made.truncate(hourBytes);
  return made;
}

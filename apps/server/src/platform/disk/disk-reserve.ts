import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log/log.ts';

const reserveName = 'server.reserve';
const mebibyte = 1_048_576;

/** How much is kept for what. */
export interface ReserveSizes {
  /** Room that the file holds. */
  bytes: number;
  /** It is laid only where so much is free beside it: it must not be what fills a disk. */
  laidFrom: number;
  /** With less than this the file is let go of. */
  letGoBelow: number;
}

const usualSizes: ReserveSizes = { bytes: 64 * mebibyte, laidFrom: 1_000 * mebibyte, letGoBelow: 16 * mebibyte };
const lookMs = 10_000;

const freeOf = ({ bavail, bsize }: { bavail: number; bsize: number }): number => bavail * bsize;

/** Lets go of the file where little is free: the database takes more than nothing to start on a disk that others filled. */
export function makeRoom(dataDir: string, sizes: ReserveSizes = usualSizes): void {
  mkdirSync(dataDir, { recursive: true });
  if (freeOf(statfsSync(dataDir)) >= sizes.letGoBelow) return;
  for (const name of [reserveName, `${reserveName}.draft`]) rmSync(join(dataDir, name), { force: true });
}

/**
 * A file in the data folder that holds nothing but its room. When others fill the disk it goes, so that the database can still write what is
 * small and matters: sign-ins, states, events. It comes back when there is room.
 */
export class DiskReserve {
  readonly #dataDir: string;
  readonly #log: Log;
  readonly #sizes: ReserveSizes;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #isShort = false;

  constructor(options: { dataDir: string; log: Log; sizes?: ReserveSizes }) {
    this.#dataDir = options.dataDir;
    this.#log = options.log;
    this.#sizes = options.sizes ?? usualSizes;
  }

  start(): void {
    const look = (): void => {
      this.#looking = this.look().catch((error: unknown) =>
        this.#log.warn({ err: error }, 'the room on the disk of the server could not be looked at'),
      );
    };
    look();
    this.#timer = setInterval(look, lookMs);
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#looking;
  }

  /** Lays the file, or lets go of it. */
  async look(): Promise<void> {
    const free = freeOf(await statfs(this.#dataDir));
    const isShort = free < this.#sizes.letGoBelow;
    if (isShort) {
      if (!this.#isShort)
        this.#log.error(
          { freeBytes: free, dataDir: this.#dataDir, code: 'server_disk_full' },
          'the disk of the server is full',
        );
      makeRoom(this.#dataDir, this.#sizes);
    } else if (free >= this.#sizes.bytes + this.#sizes.laidFrom) await this.#lay();
    this.#isShort = isShort;
  }

  async #lay(): Promise<void> {
    const path = join(this.#dataDir, reserveName);
    if ((await stat(path).catch(() => null)) !== null) return;
    const draft = `${path}.draft`;
    const file = await open(draft, 'w', 0o600);
    try {
      // Some file systems keep zeros in no room at all.
      const chunk = randomBytes(mebibyte);
      for (let at = 0; at < this.#sizes.bytes; at += chunk.length)
        await file.write(chunk, 0, Math.min(chunk.length, this.#sizes.bytes - at), at);
      await file.close();
      await rename(draft, path);
    } catch (error) {
      await file.close().catch(() => undefined);
      await rm(draft, { force: true });
      throw error;
    }
  }
}

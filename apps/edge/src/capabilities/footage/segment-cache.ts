import { AppError } from '@sightline/contracts/shared/errors';
import { hasMark } from '../../platform/footage-mark.ts';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import { SegmentReader } from './segment-reader.ts';

/** Keeps the files that were read last open, with their index parsed: seeking within an hour touches about sixty. */
export class SegmentCache {
  readonly #volume: string;
  readonly #limit: number;
  readonly #mark: () => string | null;
  readonly #readers = new Map<number, Promise<SegmentReader>>();

  /** `mark`: the id that the disk bears; null while whatever lies there is read. */
  constructor(volume: string, limit = 64, mark: () => string | null = () => null) {
    this.#volume = volume;
    this.#mark = mark;
    this.#limit = limit;
  }

  /** A reader that is up to date and held for the caller until `release`. Fails when the file is gone, with `footage_disk_away` when its disk is. */
  async acquire(segment: SegmentRow): Promise<SegmentReader> {
    const reader = await this.#open(segment).catch((cause: unknown) => this.#explain(cause));
    reader.acquire();
    if (segment.endUtcMs === null || reader.segment.endUtcMs === null) await reader.refresh();
    return reader;
  }

  async close(): Promise<void> {
    const all = [...this.#readers.values()];
    this.#readers.clear();
    await Promise.allSettled(all.map(async (reader) => (await reader).discard()));
  }

  async #explain(cause: unknown): Promise<never> {
    const mark = this.#mark();
    if (mark !== null && !(await hasMark(this.#volume, mark))) throw new AppError('footage_disk_away', {}, { cause });
    throw cause;
  }

  #open(segment: SegmentRow): Promise<SegmentReader> {
    const known = this.#readers.get(segment.id);
    const reader = known ?? SegmentReader.open(this.#volume, segment);
    // Re-inserting keeps the map in order of last use.
    this.#readers.delete(segment.id);
    this.#readers.set(segment.id, reader);
    if (!known) {
      reader.catch(() => this.#readers.delete(segment.id));
      this.#evict();
    }
    return reader;
  }

  #evict(): void {
    for (const [id, reader] of this.#readers) {
      if (this.#readers.size <= this.#limit) return;
      this.#readers.delete(id);
      void reader.then(
        (old) => old.discard(),
        () => undefined,
      );
    }
  }
}

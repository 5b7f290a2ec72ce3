import type { SegmentRow } from '../../platform/store/segments-store.ts';
import { SegmentReader } from './segment-reader.ts';

/** Keeps the files that were read last open, with their index parsed: seeking within an hour touches about sixty. */
export class SegmentCache {
  private readonly volume: string;
  private readonly limit: number;
  private readonly readers = new Map<number, Promise<SegmentReader>>();

  constructor(volume: string, limit = 64) {
    this.volume = volume;
    this.limit = limit;
  }

  /** A reader that is up to date and held for the caller until `release`. Fails when the file is gone. */
  async acquire(segment: SegmentRow): Promise<SegmentReader> {
    const reader = await this.open(segment);
    reader.acquire();
    if (segment.endUtcMs === null || reader.segment.endUtcMs === null) await reader.refresh();
    return reader;
  }

  async close(): Promise<void> {
    const all = [...this.readers.values()];
    this.readers.clear();
    await Promise.allSettled(all.map(async (reader) => (await reader).discard()));
  }

  private open(segment: SegmentRow): Promise<SegmentReader> {
    const known = this.readers.get(segment.id);
    const reader = known ?? SegmentReader.open(this.volume, segment);
    // Re-inserting keeps the map in order of last use.
    this.readers.delete(segment.id);
    this.readers.set(segment.id, reader);
    if (!known) {
      reader.catch(() => this.readers.delete(segment.id));
      this.evict();
    }
    return reader;
  }

  private evict(): void {
    for (const [id, reader] of this.readers) {
      if (this.readers.size <= this.limit) return;
      this.readers.delete(id);
      void reader.then(
        (old) => old.discard(),
        () => undefined,
      );
    }
  }
}

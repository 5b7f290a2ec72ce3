import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { listBoxes } from '@sightline/media/fmp4/box-walker';
import { fragmentEndMs } from '@sightline/media/fragment-index/find-fragment';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { decodeFragmentIndex, recordBytes } from '@sightline/media/fragment-index/fragment-record';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import { inspectSegment } from './inspect-segment.ts';
import { indexPath } from './segment-path.ts';

/** Larger than any segment of a minute; a file beyond it is not ours. */
const maxIndexBytes = 4_000_000;

/** A file that ends so much before its row says is cut off; rows are of whole milliseconds. */
const seamMs = 250;

/** Where the first fragment of a file is damaged, its bytes lie between the init section and the first record. */
function untilMoov(bytes: Uint8Array): Uint8Array {
  const moov = listBoxes(bytes, 0, bytes.length).find((box) => box.type === 'moov');
  return moov === undefined || moov.end === bytes.length ? bytes : bytes.slice(0, moov.end);
}

/** Null where somebody took it from a finished file. */
async function indexOf(volume: string, { path, endUtcMs }: SegmentRow): Promise<FileHandle | null> {
  try {
    return await open(join(volume, indexPath(path)), 'r');
  } catch (error) {
    if (endUtcMs !== null && (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** One recorded file held open: its init section, its fragment records and its bytes. */
export class SegmentReader {
  readonly segment: SegmentRow;
  readonly #media: FileHandle;
  readonly #index: FileHandle | null;
  #known: FragmentRecord[] = [];
  #indexBytes = 0;
  #initBytes: Uint8Array | null = null;
  #users = 0;
  #discarded = false;
  #isHurt = false;

  private constructor(segment: SegmentRow, media: FileHandle, index: FileHandle | null) {
    this.segment = segment;
    this.#media = media;
    this.#index = index;
  }

  /** Opens both files; without its index a whole file is looked through. Fails with the system's error when it is missing. */
  static async open(volume: string, segment: SegmentRow): Promise<SegmentReader> {
    const path = join(volume, segment.path);
    const media = await open(path, 'r');
    try {
      const reader = new SegmentReader(segment, media, await indexOf(volume, segment));
      await reader.refresh();
      if (segment.endUtcMs !== null) await reader.#compare(path, segment.endUtcMs);
      return reader;
    } catch (error) {
      await media.close();
      throw error;
    }
  }

  /** Somebody else took a part of this file, or its index: what is there can be read, and it should be mended. */
  get isHurt(): boolean {
    return this.#isHurt;
  }

  /** Fragments in order of time, as far as known. */
  get records(): readonly FragmentRecord[] {
    return this.#known;
  }

  /** Reads what was appended to the index since the last look: only for files that are still written. */
  async refresh(): Promise<void> {
    if (this.#index === null) return;
    const { size } = await this.#index.stat();
    const whole = Math.min(size - (size % recordBytes), maxIndexBytes);
    if (whole === this.#indexBytes) return;
    const bytes = new Uint8Array(whole);
    await this.#index.read(bytes, 0, whole, 0);
    this.#known = decodeFragmentIndex(bytes);
    this.#indexBytes = whole;
  }

  /** `ftyp` and `moov`: everything before the first fragment. */
  async init(): Promise<Uint8Array> {
    this.#initBytes ??= untilMoov(await this.readRange(0, this.#known[0]?.offset ?? this.segment.initBytes));
    return this.#initBytes;
  }

  read(record: FragmentRecord): Promise<Uint8Array> {
    return this.readRange(record.offset, record.bytes);
  }

  /** Bytes [offset, offset + length); fewer only when the file is shorter. */
  async readRange(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    const { bytesRead } = await this.#media.read(bytes, 0, length, offset);
    return bytesRead === length ? bytes : bytes.subarray(0, bytesRead);
  }

  acquire(): void {
    this.#users++;
  }

  async release(): Promise<void> {
    this.#users--;
    if (this.#discarded && this.#users === 0) await this.#close();
  }

  /** Closes now, or when the last user is done. */
  async discard(): Promise<void> {
    if (this.#discarded) return;
    this.#discarded = true;
    if (this.#users === 0) await this.#close();
  }

  async #close(): Promise<void> {
    await Promise.all([this.#media.close(), this.#index?.close()]);
  }

  /** Holds a finished file against its row and its index. */
  async #compare(path: string, endUtcMs: number): Promise<void> {
    const { size } = await this.#media.stat();
    if (this.#index === null) this.#known = inspectSegment(path, size).result.records;
    this.#known = this.#known.filter((record) => record.offset + record.bytes <= size);
    const last = this.#known.at(-1);
    this.#isHurt = this.#index === null || last === undefined || fragmentEndMs(last) < endUtcMs - seamMs;
  }
}

import { AppError } from '@sightline/contracts/shared/errors';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import { readMp4 } from '@sightline/media/mp4/mp4-demuxer';
import { toAnnexB } from '@sightline/media/nal/length-prefix';
import { type CameraPrivacy, privacyKey } from '../privacy/camera-privacy.ts';
import { maskingFailure } from '../privacy/masking-failure.ts';
import type { FootageSource } from '../footage/footage-source.ts';
import { readKeySample } from '../footage/key-picture.ts';
import type { SegmentReader } from '../footage/segment-reader.ts';
import type { CodedPicture, PictureMaker } from './picture-maker.ts';

export interface ThumbnailAsk {
  streamId: string;
  atUtcMs: number;
  width: number;
  /** What is hidden in it; null when that is nothing. */
  privacy: CameraPrivacy | null;
}

export interface Thumbnail {
  jpeg: Uint8Array;
  wallMs: number;
}

interface CacheEntry {
  made: Promise<Thumbnail>;
  /** 0 until made. */
  bytes: number;
}

const quality = 72;
/** About 200 pictures of 240 pixels: what scrubbing to and fro shows again. */
const maxCachedBytes = 2_000_000;
/** Footage older than this before the instant is another scene, not its thumbnail. */
const maxDistanceMs = 15_000;

/** JPEGs of recorded keyframes, the last ones kept; two asks for the same picture share one decode. */
export class FootageThumbnails {
  readonly #source: FootageSource;
  readonly #pictures: PictureMaker;
  readonly #cache = new Map<string, CacheEntry>();
  #cachedBytes = 0;

  constructor(source: FootageSource, pictures: PictureMaker) {
    this.#source = source;
    this.#pictures = pictures;
  }

  /** The keyframe at or before the instant; fails with `no_footage` when there is none near. */
  async thumbnail(ask: ThumbnailAsk): Promise<Thumbnail> {
    const segment = this.#source.catalog.lastStartedBefore(ask.streamId, ask.atUtcMs);
    if (segment === null) throw new AppError('no_footage');
    const reader = await this.#source.segments.acquire(segment).catch((cause: unknown) => {
      throw cause instanceof AppError ? cause : new AppError('no_footage', {}, { cause });
    });
    try {
      const record =
        reader.records.findLast((one) => one.startsWithKey && one.wallMs <= ask.atUtcMs) ?? reader.records[0];
      if (record === undefined || ask.atUtcMs - record.wallMs > maxDistanceMs) throw new AppError('no_footage');
      return await this.#cached(`${segment.id}/${record.offset}/${ask.width}/${privacyKey(ask.privacy)}`, () =>
        this.#make(reader, record, ask),
      );
    } finally {
      await reader.release();
    }
  }

  #cached(key: string, make: () => Promise<Thumbnail>): Promise<Thumbnail> {
    const known = this.#cache.get(key);
    if (known) {
      // Re-inserting keeps the map in order of last use.
      this.#cache.delete(key);
      this.#cache.set(key, known);
      return known.made;
    }
    const entry: CacheEntry = { made: make(), bytes: 0 };
    this.#cache.set(key, entry);
    entry.made.then(
      (thumbnail) => this.#weigh(entry, thumbnail.jpeg.length),
      () => this.#cache.delete(key),
    );
    return entry.made;
  }

  #weigh(entry: CacheEntry, bytes: number): void {
    entry.bytes = bytes;
    this.#cachedBytes += bytes;
    for (const [key, oldest] of this.#cache) {
      if (this.#cachedBytes <= maxCachedBytes) return;
      this.#cache.delete(key);
      this.#cachedBytes -= oldest.bytes;
      oldest.bytes = 0;
    }
  }

  async #make(reader: SegmentReader, record: FragmentRecord, { width, privacy }: ThumbnailAsk): Promise<Thumbnail> {
    const picture = await recordedPicture(reader, record);
    const made = this.#pictures.jpeg({ ...picture, width, quality, privacy });
    const jpeg = privacy === null ? made : made.catch((error: unknown) => Promise.reject(maskingFailure(error)));
    return { jpeg: await jpeg, wallMs: record.wallMs };
  }
}

/** A recorded keyframe with the parameter sets of its file. */
async function recordedPicture(reader: SegmentReader, record: FragmentRecord): Promise<CodedPicture> {
  const sample = await readKeySample(reader, record);
  const track = readMp4(await reader.init()).find((one) => one.kind === 'video');
  if (sample === null || track === undefined) throw new AppError('footage_damaged');
  const { vps, sps, pps } = track.parameterSets;
  return { codec: track.codec, annexB: toAnnexB(sample.data, [...vps, ...sps, ...pps]) };
}

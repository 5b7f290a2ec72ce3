import { open, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@sightline/contracts/shared/errors';
import { concatBytes } from '@sightline/media/bytes/bytes';
import { encodeFragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { FragmentRecord } from '@sightline/media/fragment-index/fragment-record';
import type { AssembledFragment, FragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import { createFragmentAssembler } from '@sightline/media/fmp4/fragment-assembler';
import type { FragmentInput } from '@sightline/media/fmp4/fragment-writer';
import { buildInitSegment } from '@sightline/media/fmp4/init-segment';
import { readFragment } from '@sightline/media/fmp4/read-fragment';
import { readInitSegment } from '@sightline/media/fmp4/read-init';
import type { AudioConfig, AudioUnit } from '@sightline/media/units/access-unit';
import type { SegmentRow } from '../../platform/store/segments-store.ts';
import { unitsOf } from '../footage/units-of.ts';
import type { ConvertedPictures, FootageConverter, OpenConverter } from '../footage/footage-converter.ts';
import { SegmentCache } from '../footage/segment-cache.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import type { ExportPart, ExportPlan } from './export-plan.ts';

export interface HidePlan {
  plan: ExportPlan;
  segments: SegmentCache;
  privacy: CameraPrivacy;
  openConverter: OpenConverter;
  /** Folder for the files with nothing to hide left in them, and the beginning of their names. */
  folder: string;
  name: string;
  signal: AbortSignal;
  /** 0..1 */
  onProgress: (share: number) => void;
}

/** A plan of the same footage without what must not be seen, in files of its own. */
export interface HiddenPlan {
  plan: ExportPlan;
  segments: SegmentCache;
  /** Removes the files. */
  remove: () => Promise<void>;
}

const maxDuration = 90_000;

/** Converts the footage of a plan piece by piece. Fails like the converter, with `footage_damaged`, or `export_cancelled`; nothing stays behind then. */
export async function hidePlan(options: HidePlan): Promise<HiddenPlan> {
  const { folder, plan } = options;
  const segments = new SegmentCache(folder);
  const files: string[] = [];
  const remove = async (): Promise<void> => {
    await segments.close();
    for (const file of files) await rm(file, { force: true });
  };
  const converter = options.openConverter();
  try {
    const parts: ExportPart[] = [];
    for (const [index, part] of plan.parts.entries()) {
      const path = `${options.name}-${String(index)}.mp4`;
      files.push(join(folder, path), join(folder, path.replace(/\.mp4$/, '.idx')));
      const onProgress = (share: number): void => options.onProgress((index + share) / plan.parts.length);
      parts.push(await hidePart({ ...options, onProgress }, { part, converter, path }));
    }
    return { plan: { ...plan, parts }, segments, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    converter.close();
  }
}

async function hidePart(
  options: HidePlan,
  { part, converter, path }: { part: ExportPart; converter: FootageConverter; path: string },
): Promise<ExportPart> {
  const file = join(options.folder, path);
  const reader = await options.segments.acquire(part.segment).catch((cause: unknown) => {
    throw cause instanceof AppError ? cause : new AppError('footage_expired', {}, { cause });
  });
  const target = await open(file, 'w', 0o600);
  try {
    const config = readInitSegment(await reader.init());
    const first = part.records[0];
    if (config === null || first === undefined) throw new AppError('footage_damaged');
    await converter.begin(config.video, { isKeysOnly: false, privacy: options.privacy });
    const writer = new HiddenWriter(target, { audio: config.audio, epochMs: first.wallMs - first.dts / 90 });
    for (const [index, record] of part.records.entries()) {
      if (options.signal.aborted) throw new AppError('export_cancelled');
      const fragment = readFragment(await reader.read(record));
      if (fragment === null) throw new AppError('footage_damaged');
      await writer.write(await converter.add(unitsOf(fragment), false), fragment);
      options.onProgress((index + 1) / part.records.length);
    }
    await writer.write(await converter.add([], true), null);
    const made = await writer.finish(part.segment);
    await writeFile(
      file.replace(/\.mp4$/, '.idx'),
      concatBytes(made.records.map((record) => encodeFragmentRecord(record))),
      { mode: 0o600 },
    );
    return { segment: { ...made.segment, path }, records: made.records };
  } finally {
    await target.close();
    await reader.release();
  }
}

/** Writes one file like those of the recorder, with the sound as it was recorded. */
class HiddenWriter {
  readonly #target: FileHandle;
  readonly #source: { audio: AudioConfig | null; epochMs: number };
  readonly #records: FragmentRecord[] = [];
  #assembler: FragmentAssembler | null = null;
  #video: ConvertedPictures['video'] = null;
  #early: AudioUnit[] = [];
  #initBytes = 0;
  #bytes = 0;

  constructor(target: FileHandle, source: { audio: AudioConfig | null; epochMs: number }) {
    this.#target = target;
    this.#source = source;
  }

  async write(made: ConvertedPictures, fragment: FragmentInput | null): Promise<void> {
    const sound = fragment === null ? [] : this.#soundOf(fragment);
    this.#early.push(...sound);
    if (this.#assembler === null && made.video !== null) await this.#begin(made.video);
    if (this.#assembler === null) return;
    for (const unit of this.#early.splice(0)) this.#assembler.audio(unit);
    for (const unit of made.units) await this.#append(this.#assembler.video(unit));
  }

  async finish(source: SegmentRow): Promise<{ segment: SegmentRow; records: FragmentRecord[] }> {
    if (this.#assembler === null || this.#video === null) throw new AppError('footage_damaged');
    await this.#append(this.#assembler.finish(null));
    const { codecString, width, height } = this.#video;
    const segment: SegmentRow = {
      ...source,
      videoCodec: 'h264',
      codecString,
      width,
      height,
      initBytes: this.#initBytes,
      bytes: this.#bytes,
    };
    return { segment: { ...segment, endUtcMs: source.endUtcMs ?? source.knownEndUtcMs }, records: this.#records };
  }

  async #begin(video: NonNullable<ConvertedPictures['video']>): Promise<void> {
    const config = { video, audio: this.#source.audio };
    this.#video = video;
    this.#assembler = createFragmentAssembler({ config, epochMs: this.#source.epochMs, maxDuration });
    const init = buildInitSegment(config);
    await this.#put(init);
    this.#initBytes = init.length;
  }

  async #append(fragments: readonly AssembledFragment[]): Promise<void> {
    for (const { record, parts } of fragments) {
      this.#records.push({ ...record, offset: this.#bytes });
      await this.#put(concatBytes(parts));
    }
  }

  async #put(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += (await this.#target.write(bytes, at, bytes.length - at)).bytesWritten;
    this.#bytes += bytes.length;
  }

  #soundOf({ audio, audioTime }: FragmentInput): AudioUnit[] {
    const rate = this.#source.audio?.sampleRate;
    if (rate === undefined) return [];
    let time = audioTime;
    return audio.map(({ data, duration }) => {
      const pts90k = Math.round((time / rate) * 90_000);
      time += duration;
      return { kind: 'audio', data, pts90k, samples: duration, arrivalMs: 0 };
    });
  }
}

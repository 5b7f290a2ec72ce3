import { concatBytes } from '@sightline/media/bytes/bytes';
import { createDtsAssigner, type DtsAssigner } from '@sightline/media/dts/dts-assigner';
import { createParameterSets, type ParameterSets } from '@sightline/media/nal/parameter-sets';
import type {
  AccessUnit,
  AudioConfig,
  SourceEndReason,
  SourceEvents,
  VideoCodec,
} from '@sightline/media/units/access-unit';

export interface UnitPipelineOptions {
  codec: VideoCodec;
  audio: AudioConfig | null;
  startReordering: boolean;
  config: SourceEvents['config'];
  unit: SourceEvents['unit'];
  /** The stream cannot be used. */
  fail: (reason: SourceEndReason, detail: string) => void;
}

export interface IncomingPicture {
  /** Length-prefixed NAL units, parameter sets taken out. */
  data: Uint8Array;
  key: boolean;
  /** On any zero; the pipeline counts from the first delivered picture. */
  pts90k: number;
  gap: boolean;
  arrivalMs: number;
}

/** What every driver puts its pictures through: parameter sets, configuration at keyframes, decode times, start at a keyframe. */
export interface UnitPipeline {
  /** Takes a NAL unit; true when it was a parameter set. */
  parameterSet(nal: Uint8Array): boolean;
  picture(picture: IncomingPicture): void;
  /** Length-prefixed NAL units that came without a picture: kept in front of the next one, so that all stays in the order in which it was sent. */
  beside(data: Uint8Array): void;
  /** `pts90k` on the same zero as the pictures. Dropped before the first picture was delivered. */
  audio(frame: { data: Uint8Array; pts90k: number; samples: number; arrivalMs: number }): void;
  /** Delivers what is held back for reordering. */
  flush(): void;
  lastPictureMs(): number | null;
}

const noParameterSetsAfterMs = 10_000;
// Reordering moves a picture by a few frame times; a larger step is the camera's clock jumping.
const maxStepBack = 2 * 90_000;
const maxStepAhead = 10 * 90_000;
// A signature of a group of pictures is some kilobytes.
const maxBesideBytes = 1024 * 1024;

/** Makes the pipeline of one connection. */
export function createUnitPipeline(options: UnitPipelineOptions): UnitPipeline {
  return new Pipeline(options);
}

class Pipeline implements UnitPipeline {
  readonly #options: UnitPipelineOptions;
  readonly #sets: ParameterSets;
  #assigner: DtsAssigner<AccessUnit> | null = null;
  #assignedDepth: number | null = null;
  #base: number | null = null;
  #firstMs: number | null = null;
  #lastMs: number | null = null;
  #lastPts: number | null = null;
  #gapBefore = false;
  #beside: Uint8Array[] = [];

  constructor(options: UnitPipelineOptions) {
    this.#options = options;
    this.#sets = createParameterSets(options.codec);
  }

  parameterSet(nal: Uint8Array): boolean {
    return this.#sets.take(nal);
  }

  beside(data: Uint8Array): void {
    const kept = this.#beside.reduce((sum, { length }) => sum + length, data.length);
    if (kept <= maxBesideBytes) this.#beside.push(data);
  }

  picture(picture: IncomingPicture): void {
    this.#lastMs = picture.arrivalMs;
    this.#firstMs ??= picture.arrivalMs;
    const ready = picture.key ? this.#begin(picture) : this.#base !== null;
    if (!ready || this.#base === null) {
      this.#gapBefore = true;
      this.#beside = [];
      if (picture.arrivalMs - this.#firstMs >= noParameterSetsAfterMs)
        this.#options.fail('camera_no_parameter_sets', 'pictures arrive, but no usable SPS and PPS within 10 s');
      return;
    }
    const { key, arrivalMs } = picture;
    const data = this.#beside.length === 0 ? picture.data : concatBytes([...this.#beside.splice(0), picture.data]);
    const pts90k = picture.pts90k - this.#base;
    const jumped = this.#noteJump(pts90k);
    const assigner = this.#prepareAssigner();
    const units = assigner.push({
      kind: 'video',
      data,
      key,
      pts90k,
      dts90k: pts90k,
      arrivalMs,
      gap: jumped || (picture.gap && !this.#gapBefore),
    });
    this.#gapBefore = false;
    this.#sets.setReorders(assigner.reorders());
    this.#deliver(units);
  }

  audio(frame: { data: Uint8Array; pts90k: number; samples: number; arrivalMs: number }): void {
    if (this.#base === null) return;
    this.#options.unit({
      kind: 'audio',
      data: frame.data,
      pts90k: frame.pts90k - this.#base,
      samples: frame.samples,
      arrivalMs: frame.arrivalMs,
    });
  }

  flush(): void {
    if (this.#assigner !== null) this.#deliver(this.#assigner.flush());
  }

  lastPictureMs(): number | null {
    return this.#lastMs;
  }

  // True when units may follow: the configuration is known.
  #begin(picture: IncomingPicture): boolean {
    const config = this.#sets.changed();
    if (config === null) return this.#base !== null;
    this.flush();
    this.#options.config({ video: config, audio: this.#options.audio });
    this.#base ??= picture.pts90k;
    return true;
  }

  // Decode times must not be dragged along behind a clock that jumped: what was held goes out, counting begins anew.
  #noteJump(pts90k: number): boolean {
    const step = this.#lastPts === null ? 0 : pts90k - this.#lastPts;
    this.#lastPts = pts90k;
    if (step >= -maxStepBack && step <= maxStepAhead) return false;
    if (this.#assigner === null) return true;
    this.#deliver(this.#assigner.flush());
    this.#assigner = createDtsAssigner<AccessUnit>({
      maxReorder: this.#assignedDepth,
      startReordering: this.#assigner.reorders(),
    });
    return true;
  }

  // A new SPS may allow another depth; what is held belongs to the old one.
  #prepareAssigner(): DtsAssigner<AccessUnit> {
    if (this.#assigner !== null && this.#assignedDepth === this.#sets.maxReorder()) return this.#assigner;
    const startReordering = this.#assigner === null ? this.#options.startReordering : this.#assigner.reorders();
    this.flush();
    this.#assignedDepth = this.#sets.maxReorder();
    this.#assigner = createDtsAssigner<AccessUnit>({ maxReorder: this.#assignedDepth, startReordering });
    return this.#assigner;
  }

  #deliver(units: AccessUnit[]): void {
    for (const unit of units) this.#options.unit(unit);
  }
}

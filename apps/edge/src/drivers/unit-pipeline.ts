import { createDtsAssigner, type DtsAssigner } from '@sightline/media/dts/dts-assigner';
import { createParameterSets } from '@sightline/media/nal/parameter-sets';
import type { AccessUnit, AudioConfig, SourceEndReason, SourceEvents, VideoCodec } from '@sightline/media/units/access-unit';

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
  /** `pts90k` on the same zero as the pictures. Dropped before the first picture was delivered. */
  audio(frame: { data: Uint8Array; pts90k: number; samples: number; arrivalMs: number }): void;
  /** Delivers what is held back for reordering. */
  flush(): void;
  lastPictureMs(): number | null;
}

const NO_PARAMETER_SETS_AFTER_MS = 10_000;
// Reordering moves a picture by a few frame times; a larger step is the camera's clock jumping.
const MAX_STEP_BACK = 2 * 90_000;
const MAX_STEP_AHEAD = 10 * 90_000;

/** Makes the pipeline of one connection. */
export function createUnitPipeline(options: UnitPipelineOptions): UnitPipeline {
  const sets = createParameterSets(options.codec);
  let assigner: DtsAssigner<AccessUnit> | null = null;
  let assignedDepth: number | null = null;
  let base: number | null = null;
  let firstMs: number | null = null;
  let lastMs: number | null = null;
  let lastPts: number | null = null;
  let gapBefore = false;

  const deliver = (units: AccessUnit[]): void => {
    for (const unit of units) options.unit(unit);
  };
  // A new SPS may allow another depth; what is held belongs to the old one.
  const prepareAssigner = (): DtsAssigner<AccessUnit> => {
    if (assigner !== null && assignedDepth === sets.maxReorder()) return assigner;
    const startReordering = assigner === null ? options.startReordering : assigner.reorders();
    if (assigner !== null) deliver(assigner.flush());
    assignedDepth = sets.maxReorder();
    assigner = createDtsAssigner<AccessUnit>({ maxReorder: assignedDepth, startReordering });
    return assigner;
  };
  // Decode times must not be dragged along behind a clock that jumped: what was held goes out, counting begins anew.
  const noteJump = (pts90k: number): boolean => {
    const step = lastPts === null ? 0 : pts90k - lastPts;
    lastPts = pts90k;
    if (step >= -MAX_STEP_BACK && step <= MAX_STEP_AHEAD) return false;
    if (assigner === null) return true;
    deliver(assigner.flush());
    assigner = createDtsAssigner<AccessUnit>({ maxReorder: assignedDepth, startReordering: assigner.reorders() });
    return true;
  };
  const begin = (picture: IncomingPicture): boolean => {
    const config = sets.changed();
    if (config === null) return base !== null;
    if (assigner !== null) deliver(assigner.flush());
    options.config({ video: config, audio: options.audio });
    base ??= picture.pts90k;
    return true;
  };
  return {
    parameterSet: (nal) => sets.take(nal),
    picture(picture) {
      lastMs = picture.arrivalMs;
      firstMs ??= picture.arrivalMs;
      const ready = picture.key ? begin(picture) : base !== null;
      if (!ready || base === null) {
        gapBefore = true;
        if (picture.arrivalMs - firstMs >= NO_PARAMETER_SETS_AFTER_MS) options.fail('camera_no_parameter_sets', 'pictures arrive, but no usable SPS and PPS within 10 s');
        return;
      }
      const { data, key, arrivalMs } = picture;
      const pts90k = picture.pts90k - base;
      const jumped = noteJump(pts90k);
      const current = prepareAssigner();
      const units = current.push({ kind: 'video', data, key, pts90k, dts90k: pts90k, arrivalMs, gap: jumped || (picture.gap && !gapBefore) });
      gapBefore = false;
      sets.setReorders(current.reorders());
      deliver(units);
    },
    audio(frame) {
      if (base === null) return;
      options.unit({ kind: 'audio', data: frame.data, pts90k: frame.pts90k - base, samples: frame.samples, arrivalMs: frame.arrivalMs });
    },
    flush() {
      if (assigner !== null) deliver(assigner.flush());
    },
    lastPictureMs: () => lastMs,
  };
}

import type { StreamFormat, StreamWarning } from '@sightline/contracts/cameras/camera';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';

const wideGopMs = 4_500;
const highBitrateKbps = 12_000;
const lowFps = 5;

/** What was seen of a stream in a few seconds: enough to describe it. */
export class StreamProbe {
  config: StreamConfig | null = null;
  /** The newest keyframe. */
  keyframe: AccessUnit | null = null;
  #pictures: { pts90k: number; key: boolean; bytes: number; arrivalMs: number }[] = [];
  #reorders = false;

  addPicture(unit: AccessUnit): void {
    if (unit.key) this.keyframe = unit;
    if (unit.pts90k !== unit.dts90k) this.#reorders = true;
    this.#pictures.push({ pts90k: unit.pts90k, key: unit.key, bytes: unit.data.length, arrivalMs: unit.arrivalMs });
  }

  /** Keyframes seen so far. */
  get keyframes(): number {
    return this.#pictures.filter((picture) => picture.key).length;
  }

  /** The format, or null before the first picture. */
  format(): StreamFormat | null {
    if (this.config === null || this.keyframe === null) return null;
    const { video, audio } = this.config;
    const times = this.#pictures.map((picture) => picture.pts90k).toSorted((a, b) => a - b);
    const spanS = (times.at(-1)! - times[0]!) / 90_000;
    const bytes = this.#pictures.slice(1).reduce((sum, picture) => sum + picture.bytes, 0);
    return {
      videoCodec: video.codec,
      width: video.width,
      height: video.height,
      fps: spanS > 0 ? Math.round(((times.length - 1) / spanS) * 10) / 10 : video.nominalFps,
      bitrateKbps: spanS > 0 ? Math.round((bytes * 8) / spanS / 1000) : null,
      gopMs: this.#gopMs(),
      hasBFrames: video.reorders || this.#reorders,
      audioCodec: audio?.codec ?? null,
    };
  }

  /** Distance of the keyframes; when fewer than two were seen, null. */
  #gopMs(): number | null {
    const keys = this.#pictures.filter((picture) => picture.key);
    if (keys.length < 2) return null;
    return Math.round((keys.at(-1)!.pts90k - keys[0]!.pts90k) / 90 / (keys.length - 1));
  }

  /** How long pictures were seen without a second keyframe, ms. */
  get spanMs(): number {
    const first = this.#pictures[0];
    return first === undefined ? 0 : (this.#pictures.at(-1)!.pts90k - first.pts90k) / 90;
  }
}

/** What is worth saying about a format that works. `watchedMs`: how long it was looked at. */
export function warningsOf(format: StreamFormat, watchedMs: number): StreamWarning[] {
  const warnings: StreamWarning[] = [];
  if (format.hasBFrames) warnings.push('bFrames');
  if (format.videoCodec === 'h265') warnings.push('hevc');
  if (format.gopMs === null ? watchedMs > wideGopMs : format.gopMs > wideGopMs) warnings.push('wideGop');
  if ((format.bitrateKbps ?? 0) > highBitrateKbps) warnings.push('highBitrate');
  if (format.fps !== null && format.fps < lowFps) warnings.push('lowFps');
  return warnings;
}

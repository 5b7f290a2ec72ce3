import type { AccessUnit } from '@sightline/media/units/access-unit';

export interface StreamMeasure {
  fps: number;
  bitrateKbps: number;
  /** Largest distance between two keyframes in the period; 0 when there were none. */
  keyframeDistanceMs: number;
  packetsLost: number;
}

/** Counts what people want to know about a stream. */
export interface StreamMeter {
  note(unit: AccessUnit): void;
  /** Figures since the last call. */
  take(nowMs: number, packetsLost: number): StreamMeasure;
  /** Usual distance between two pictures, ms; 0 before the second. */
  frameMs(): number;
}

/** Makes a meter; the first `take` only starts the period. */
export function createStreamMeter(): StreamMeter {
  let units = 0;
  let bytes = 0;
  let sinceMs = 0;
  let lastDts: number | null = null;
  let lastKeyDts: number | null = null;
  let keyDistance = 0;
  let lostBefore = 0;
  let frame = 0;
  return {
    note(unit) {
      units++;
      bytes += unit.data.length;
      const step = lastDts === null ? 0 : unit.dts90k - lastDts;
      // Slow follower: one late picture does not change what is usual.
      if (step > 0 && step < 900_000) frame = frame === 0 ? step : frame + (step - frame) / 16;
      lastDts = unit.dts90k;
      if (!unit.key) return;
      if (lastKeyDts !== null) keyDistance = Math.max(keyDistance, unit.dts90k - lastKeyDts);
      lastKeyDts = unit.dts90k;
    },
    take(nowMs, packetsLost) {
      const seconds = Math.max(0.001, (nowMs - sinceMs) / 1000);
      const measure = {
        fps: Math.round((units / seconds) * 10) / 10,
        bitrateKbps: Math.round((bytes * 8) / 1000 / seconds),
        keyframeDistanceMs: Math.round(keyDistance / 90),
        packetsLost: Math.max(0, packetsLost - lostBefore),
      };
      units = 0;
      bytes = 0;
      keyDistance = 0;
      sinceMs = nowMs;
      lostBefore = packetsLost;
      return measure;
    },
    frameMs: () => frame / 90,
  };
}

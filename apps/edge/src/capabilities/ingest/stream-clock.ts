import type { AccessUnit, AudioUnit } from '@sightline/media/units/access-unit';

/**
 * Puts the units of all connections of a stream on one time line: tick 0 is `epochMs`, so that wall clock = epochMs + ticks / 90
 * at any moment. Anchored on arrival, never on the camera's own clock.
 */
export interface StreamClock {
  /** A new connection: its first unit is a new anchor. */
  restart(): void;
  /** Moves the unit's times; answers true when a new segment must begin at this (key) unit. */
  video(unit: AccessUnit): boolean;
  /** Moves the unit's time; false when it cannot be placed yet. */
  audio(unit: AudioUnit): boolean;
}

const MAX_STEP_AHEAD = 10 * 90_000;
const DRIFT_MS = 500;
const DRIFT_FOR_MS = 2000;
// A camera's clock runs at its own pace: 50 ppm are 180 ms in an hour. The line follows arrival by at most a thousandth of the
// elapsed time, which no player notices, so that two streams of a camera and the live picture stay together.
const SLEW_SHARE = 0.001;
const SLEW_FROM_MS = 15;
// Jitter of the network is averaged away over some hundred pictures.
const SMOOTHING = 0.01;

/** Makes the clock of one stream. */
export function createStreamClock(epochMs: number): StreamClock {
  let offset: number | null = null;
  let lastIn = 0;
  let lastOut = 0;
  let lastArrivalMs = 0;
  let driftSinceMs: number | null = null;
  let smoothDriftMs = 0;
  let anchorAtKey = false;
  let slewTicks = 0;

  const anchor = (unit: AccessUnit): void => {
    offset = Math.round((unit.arrivalMs - epochMs) * 90) - unit.dts90k;
    driftSinceMs = null;
    smoothDriftMs = 0;
    anchorAtKey = false;
  };
  const slew = (stepTicks: number): void => {
    if (Math.abs(smoothDriftMs) < SLEW_FROM_MS || stepTicks <= 0 || stepTicks > MAX_STEP_AHEAD) return;
    const ticks = Math.sign(smoothDriftMs) * Math.min(Math.abs(smoothDriftMs) * 90, stepTicks * SLEW_SHARE);
    slewTicks += ticks;
    // Times are whole ticks: what is less waits until it is one.
    const whole = Math.trunc(slewTicks);
    slewTicks -= whole;
    offset! += whole;
    smoothDriftMs -= ticks / 90;
  };
  // The camera's clock jumped: go on where the arrival says, and anchor properly at the next keyframe.
  const bridge = (unit: AccessUnit): void => {
    const elapsed = Math.max(1, Math.min(unit.arrivalMs - lastArrivalMs, 10_000)) * 90;
    offset = Math.round(lastOut + elapsed) - unit.dts90k;
    unit.gap = true;
    anchorAtKey = true;
  };
  const watchDrift = (unit: AccessUnit, out: number): void => {
    const driftMs = unit.arrivalMs - (epochMs + out / 90);
    smoothDriftMs += (driftMs - smoothDriftMs) * SMOOTHING;
    if (Math.abs(driftMs) <= DRIFT_MS) driftSinceMs = null;
    else if (driftSinceMs === null) driftSinceMs = unit.arrivalMs;
    else if (Math.abs(unit.arrivalMs - driftSinceMs) >= DRIFT_FOR_MS) anchorAtKey = true;
  };
  return {
    restart() {
      offset = null;
    },
    video(unit) {
      const input = unit.dts90k;
      let cut = false;
      if (offset === null || (anchorAtKey && unit.key)) {
        cut = true;
        anchor(unit);
        unit.gap = true;
      } else if (input <= lastIn || input - lastIn > MAX_STEP_AHEAD) bridge(unit);
      else slew(input - lastIn);
      lastIn = input;
      unit.pts90k += offset!;
      unit.dts90k += offset!;
      lastOut = unit.dts90k;
      lastArrivalMs = unit.arrivalMs;
      watchDrift(unit, lastOut);
      return cut;
    },
    audio(unit) {
      if (offset === null) return false;
      unit.pts90k += offset;
      return true;
    },
  };
}

import type { AccessUnit, AudioUnit } from '@sightline/media/units/access-unit';
import { createClockSlew } from './clock-slew.ts';

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

/** Makes the clock of one stream. */
export function createStreamClock(epochMs: number): StreamClock {
  let offset: number | null = null;
  let lastIn = 0;
  let lastOut = 0;
  let lastArrivalMs = 0;
  const slew = createClockSlew();
  let anchorAtKey = false;

  const anchor = (unit: AccessUnit): void => {
    offset = Math.round((unit.arrivalMs - epochMs) * 90) - unit.dts90k;
    slew.reset();
    anchorAtKey = false;
  };
  // The camera's clock jumped: go on where the arrival says, and anchor properly at the next keyframe.
  const bridge = (unit: AccessUnit): void => {
    const elapsed = Math.max(1, Math.min(unit.arrivalMs - lastArrivalMs, 10_000)) * 90;
    offset = Math.round(lastOut + elapsed) - unit.dts90k;
    unit.gap = true;
    anchorAtKey = true;
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
      else offset += slew.over(input - lastIn);
      lastIn = input;
      unit.pts90k += offset!;
      unit.dts90k += offset!;
      lastOut = unit.dts90k;
      lastArrivalMs = unit.arrivalMs;
      if (slew.note(unit.arrivalMs - (epochMs + lastOut / 90), unit.arrivalMs)) anchorAtKey = true;
      return cut;
    },
    audio(unit) {
      if (offset === null) return false;
      unit.pts90k += offset;
      return true;
    },
  };
}

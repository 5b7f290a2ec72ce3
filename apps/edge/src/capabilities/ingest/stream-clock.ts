import type { AccessUnit, MediaUnit } from '@sightline/media/units/access-unit';
import { createClockSlew } from './clock-slew.ts';
import { ConnectionStart } from './connection-start.ts';

/** A unit on the stream's line. `cut`: a new segment must begin at this (key) unit. */
export interface PlacedUnit {
  unit: MediaUnit;
  cut: boolean;
}

/**
 * Puts the units of all connections of a stream on one time line: tick 0 is `epochMs`, so that wall clock = epochMs + ticks / 90
 * at any moment. Anchored on the arrival of those pictures that came quickest, never on the camera's own clock.
 */
export interface StreamClock {
  /** A new connection: it has an anchor of its own. */
  restart(): void;
  /** Takes a unit and answers those that have their place now, in order, their times moved. The first of a connection wait for one another. */
  take(unit: MediaUnit): PlacedUnit[];
  /** Those that waited long enough at `nowMs`, if there are such. */
  due(nowMs: number): PlacedUnit[];
  /** All that wait: no more will come. */
  flush(): PlacedUnit[];
}

const maxStepAhead = 10 * 90_000;
// A connection may begin with pictures that the one before brought already. So little is not filed twice: the line slews instead.
const maxOverlap = 500 * 90;

/** Makes the clock of one stream. */
export function createStreamClock(epochMs: number): StreamClock {
  return new Clock(epochMs);
}

class Clock implements StreamClock {
  readonly #epochMs: number;
  readonly #slew = createClockSlew();
  #start: ConnectionStart | null = new ConnectionStart();
  #offset = 0;
  #lastIn = 0;
  #lastOut = Number.NEGATIVE_INFINITY;
  #lastArrivalMs = 0;
  #anchorAtKey = false;

  constructor(epochMs: number) {
    this.#epochMs = epochMs;
  }

  restart(): void {
    this.#start = new ConnectionStart();
  }

  take(unit: MediaUnit): PlacedUnit[] {
    if (this.#start === null) return [this.#place(unit)];
    return this.#start.take(unit) ? this.flush() : [];
  }

  due(nowMs: number): PlacedUnit[] {
    return this.#start?.isOver(nowMs) === true ? this.flush() : [];
  }

  flush(): PlacedUnit[] {
    const start = this.#start;
    const first = start?.units[0];
    if (start === null || first?.kind !== 'video') return [];
    this.#start = null;
    this.#anchor(first, Math.round((start.zeroMs - this.#epochMs) * 90));
    const [one, ...rest] = start.units.map((unit) => this.#place(unit, unit === first));
    return [{ ...one!, cut: true }, ...rest];
  }

  #place(unit: MediaUnit, isAnchored = false): PlacedUnit {
    if (unit.kind === 'video') return { unit, cut: this.#video(unit, isAnchored) };
    unit.pts90k += this.#offset;
    return { unit, cut: false };
  }

  #video(unit: AccessUnit, isAnchored: boolean): boolean {
    const input = unit.dts90k;
    const cut = !isAnchored && this.#anchorAtKey && unit.key;
    if (cut) this.#anchor(unit, this.#offset + Math.round(this.#slew.lowestMs() * 90));
    else if (!isAnchored) this.#follow(unit);
    this.#lastIn = input;
    unit.pts90k += this.#offset;
    unit.dts90k += this.#offset;
    this.#lastOut = unit.dts90k;
    this.#lastArrivalMs = unit.arrivalMs;
    if (this.#slew.note(unit.arrivalMs - (this.#epochMs + unit.pts90k / 90), unit.arrivalMs)) this.#anchorAtKey = true;
    return cut;
  }

  #anchor(unit: AccessUnit, offset: number): void {
    const overlap = this.#lastOut + 1 - (unit.dts90k + offset);
    this.#offset = offset + (overlap > 0 && overlap < maxOverlap ? overlap : 0);
    this.#slew.reset();
    this.#anchorAtKey = false;
    unit.gap = true;
  }

  #follow(unit: AccessUnit): void {
    const step = unit.dts90k - this.#lastIn;
    if (step <= 0 || step > maxStepAhead) this.#bridge(unit);
    else this.#offset += this.#slew.over(step);
  }

  // The camera's clock jumped: go on where the arrival says, and anchor properly at the next keyframe.
  #bridge(unit: AccessUnit): void {
    const elapsed = Math.max(1, Math.min(unit.arrivalMs - this.#lastArrivalMs, 10_000)) * 90;
    this.#offset = Math.round(this.#lastOut + elapsed) - unit.dts90k;
    this.#slew.reset();
    unit.gap = true;
    this.#anchorAtKey = true;
  }
}

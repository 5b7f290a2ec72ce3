import type { Box } from '@sightline/contracts/events/event';
import type { HiddenObjects } from './picture-mask.ts';

/** What a look found: where the objects were that are to be hidden, in a picture that arrived at `atMs`. */
export interface ObjectInference {
  atMs: number;
  boxes: Box[];
}

/** Two looks further apart leave a time in which anything could have come. */
const longestStepMs = 1_500;
/** Where something was or will be so long around a picture is hidden in it too: nothing flickers through between two looks. */
const aroundMs = 1_000;
/** Boxes are grown by this share of their size on every side: arms and shadows stick out of them. */
const margin = 0.2;
const keptMs = 10_000;

/** The looks of the last seconds, and what follows from them for a picture. */
export class ObjectInferences {
  #looks: ObjectInference[] = [];

  /** Looks come in order of time; one that is older than the newest begins anew. */
  add(look: ObjectInference): void {
    const newest = this.#looks.at(-1);
    if (newest !== undefined && look.atMs < newest.atMs) this.#looks = [];
    this.#looks.push(look);
    while (this.#looks[0]!.atMs < look.atMs - keptMs) this.#looks.shift();
  }

  /** Until when pictures can be judged; null before the first look. */
  get knownUntilMs(): number | null {
    return this.#looks.at(-1)?.atMs ?? null;
  }

  /** Where to hide something in the picture that arrived at `atMs`. */
  at(atMs: number): HiddenObjects {
    const after = this.#looks.findIndex((look) => look.atMs >= atMs);
    const next = this.#looks[after];
    const before = this.#looks[next?.atMs === atMs ? after : after - 1];
    if (next === undefined || before === undefined || next.atMs - before.atMs > longestStepMs) return 'unknown';
    const near = this.#looks.filter(
      (look) => look === before || look === next || Math.abs(look.atMs - atMs) <= aroundMs,
    );
    return near.flatMap((look) => look.boxes.map(grown));
  }
}

const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - width * margin,
  y: y - height * margin,
  width: width * (1 + 2 * margin),
  height: height * (1 + 2 * margin),
});

import type { EventClass } from '@sightline/contracts/events/event';
import type { CameraFact, LookFact, SeenBox, Sight } from '@sightline/domain/rules/facts';

/** A stretch of a way: at this second its feet are here, between two of them it walks straight. */
type Step = readonly [atS: number, x: number, y: number];

/** A figure of a drawn scene, whose every sight is known. */
export interface Figure {
  /** Track by track: a new id from that second on is what the tracker would give after it lost the figure. */
  tracks?: readonly (readonly [fromS: number, trackId: string])[];
  way: readonly Step[];
  /** Seconds in which nothing of it is seen. */
  hidden?: readonly (readonly [fromS: number, toS: number])[];
  class?: EventClass;
  /** Height of its box in fractions of the picture; it is a third as wide. */
  height?: number;
  /** The same all the time, or by the second. */
  score?: number | ((seconds: number) => number);
  isResting?: boolean;
  /** Share of the cells under it that move, by the second; all of them unless given. */
  moved?: (seconds: number) => number;
  /** How its last track ends. */
  end?: 'left' | 'lost' | 'cut';
}

export interface DrawnScene {
  figures: Record<string, Figure>;
  toS: number;
  /** Looks a second. */
  looksPerS?: number;
  /** Seconds in which nobody looks. */
  blind?: readonly (readonly [fromS: number, toS: number])[];
  /** Random shift of the feet, as a share of the height. */
  noise?: number;
}

/** 2026-03-02, a Monday, 08:00 UTC. */
export const sceneStartUtcMs = Date.UTC(2026, 2, 2, 8);

export const atSecond = (seconds: number): number => sceneStartUtcMs + Math.round(seconds * 1000);

const looksToConfirm = 3;

/** A small generator of numbers 0..1 that gives the same ones every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

function footAt(way: readonly Step[], seconds: number): { x: number; y: number } | null {
  const after = way.findIndex(([atS]) => atS >= seconds);
  if (after === -1 || (after === 0 && way[0]![0] > seconds)) return null;
  if (after === 0) return { x: way[0]![1], y: way[0]![2] };
  const [[fromS, fromX, fromY], [toS, toX, toY]] = [way[after - 1]!, way[after]!];
  const share = (seconds - fromS) / (toS - fromS);
  return { x: fromX + (toX - fromX) * share, y: fromY + (toY - fromY) * share };
}

const isWithin = (spans: readonly (readonly [number, number])[] | undefined, seconds: number): boolean =>
  spans?.some(([fromS, toS]) => seconds >= fromS && seconds < toS) ?? false;

/** What the tracker makes of figures: tracks are confirmed with their third sight and bring the first two along. */
class Tracker {
  readonly #random = seeded(7);
  readonly #unconfirmed = new Map<string, SeenBox[]>();
  readonly #confirmed = new Set<string>();

  see(name: string, figure: Figure, { seconds, noise }: { seconds: number; noise: number }): Sight | null {
    const foot = isWithin(figure.hidden, seconds) ? null : footAt(figure.way, seconds);
    if (foot === null) return null;
    const height = figure.height ?? 0.3;
    const shift = () => (this.#random() - 0.5) * 2 * noise * height;
    const box = { x: foot.x + shift() - height / 6, y: foot.y + shift() - height, width: height / 3, height };
    const trackId = figure.tracks?.findLast(([fromS]) => fromS <= seconds)?.[1] ?? name;
    const movedShare = figure.moved?.(seconds) ?? 1;
    const { score = 0.8 } = figure;
    const seen = {
      atUtcMs: atSecond(seconds),
      box,
      score: typeof score === 'number' ? score : score(seconds),
      movedShare,
    };
    const thing = { class: figure.class ?? ('person' as const), isResting: figure.isResting ?? false };
    if (this.#confirmed.has(trackId)) return { ...seen, ...thing, trackId };
    const past = this.#unconfirmed.get(trackId) ?? [];
    this.#unconfirmed.set(trackId, [...past, seen]);
    if (past.length + 1 < looksToConfirm) return null;
    this.#confirmed.add(trackId);
    return { ...seen, ...thing, trackId, past };
  }
}

/** The facts that a core would tell of a scene. */
export function factsOf({ figures, toS, looksPerS = 5, blind, noise = 0 }: DrawnScene): CameraFact[] {
  const tracker = new Tracker();
  const named = Object.entries(figures);
  const endedAt = (look: number): LookFact['ended'] =>
    named.flatMap(([name, figure]) => {
      const endS = figure.way.at(-1)![0];
      const isNow = look > endS * looksPerS && look - 1 <= endS * looksPerS;
      return isNow ? [{ trackId: figure.tracks?.at(-1)?.[1] ?? name, reason: figure.end ?? ('left' as const) }] : [];
    });
  const facts: CameraFact[] = [];
  let wasBlind = false;
  for (let look = 0; look <= toS * looksPerS; look += 1) {
    const seconds = look / looksPerS;
    const atUtcMs = atSecond(seconds);
    const isBlind = isWithin(blind, seconds);
    if (isBlind && !wasBlind) facts.push({ kind: 'blind', sequence: look, atUtcMs });
    wasBlind = isBlind;
    if (isBlind) continue;
    const sights = named.flatMap(([name, figure]) => tracker.see(name, figure, { seconds, noise }) ?? []);
    facts.push({ kind: 'look', sequence: look, atUtcMs, sights, ended: endedAt(look) });
  }
  return facts;
}

import type { Box, EventClass } from '@sightline/contracts/events/event';
import type { LookFact, SeenBox, Sight, TrackEnd, Traits, TraitsFact } from './facts.ts';

/** One person, vehicle or animal of a camera, over all tracks that it was followed by. */
export interface Subject {
  /** Id of its first track. */
  id: string;
  /** The track that it is followed by now. */
  trackId: string;
  class: EventClass;
  first: SeenBox;
  last: SeenBox;
  before: SeenBox | null;
  isResting: boolean;
  /** When it came to rest; null while it moves. */
  restSinceUtcMs: number | null;
  /** Of the last five sights, and their mean. */
  scores: number[];
  score: number;
  /** Of the last five sights with legs. */
  heights: number[];
  /** Since when the legs are hidden; null while they are seen. */
  shortSinceUtcMs: number | null;
  /** How its track ended; null while it is followed. */
  ended: TrackEnd | null;
  /** Null while nothing is known beside where it is. */
  traits: Traits | null;
}

/** Sights of one look by the subject they belong to; those before its confirmation first. */
export interface SubjectSights {
  subject: Subject;
  sights: readonly SeenBox[];
}

const maxRemembered = 5;
/** A thing may be out of sight for this long and still be the same. */
const maxHiddenMs = { moving: 5000, resting: 30_000 };
const maxSizeRatio = 2;
const minShareOfHeight = 0.6;
const edge = 0.012;

/** How long a subject may be hidden; who was seen to leave the picture is not hidden. */
export function hiddenLimitMs({ ended, isResting }: Subject): number {
  if (ended === 'left') return 0;
  return isResting ? maxHiddenMs.resting : maxHiddenMs.moving;
}

/** Whether a box lost so much of its usual height that the legs must be hidden: behind a counter, a car, somebody else. */
function hidesLegs({ heights }: Subject, height: number): boolean {
  // The usual one is none above the largest; mostly this says it.
  if (heights.every((one) => height >= one * minShareOfHeight)) return false;
  const usual = heights.toSorted((x, y) => x - y)[heights.length >> 1] ?? height;
  return height < usual * minShareOfHeight;
}

const sizeOf = (box: Box): number => (box.width + box.height) / 2;
const footOf = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height });

const touchesEdge = (box: Box): boolean =>
  box.x <= edge || box.y <= edge || box.x + box.width >= 1 - edge || box.y + box.height >= 1 - edge;

/** Puts the tracks of one camera together to subjects, by where and when they were seen alone, so that a replay decides alike. */
export class Subjects {
  /** By the track that they are followed by now. */
  readonly #byTrack = new Map<string, Subject>();
  /** Tracks that were continued by another one. */
  readonly #former = new Map<string, Subject>();

  /** Takes in a look. A track that continues a hidden subject becomes that subject. */
  look(fact: LookFact): SubjectSights[] {
    for (const sight of fact.sights) this.#undo(sight.trackId);
    const newcomers = fact.sights.filter((sight) => !this.#byTrack.has(sight.trackId));
    const continued = newcomers.length === 0 ? nobody : this.#match(newcomers, fact);
    const told = fact.sights.map((sight): SubjectSights => {
      const known = this.#byTrack.get(sight.trackId) ?? continued.get(sight.trackId);
      const subject = known ?? startSubject(sight);
      if (subject.trackId !== sight.trackId) this.#former.set(subject.trackId, subject);
      if (known === undefined || subject.trackId !== sight.trackId) this.#follow(subject, sight.trackId);
      const sights: readonly SeenBox[] = sight.past === undefined ? [sight] : [...sight.past, sight];
      for (const seen of sights) remember(subject, seen);
      const restSinceUtcMs = sight.isResting ? (subject.restSinceUtcMs ?? sight.atUtcMs) : null;
      subject.class = sight.class;
      subject.isResting = sight.isResting;
      subject.restSinceUtcMs = restSinceUtcMs;
      subject.ended = null;
      return { subject, sights };
    });
    for (const { trackId, reason } of fact.ended) {
      const subject = this.#byTrack.get(trackId);
      if (subject !== undefined) subject.ended = reason;
    }
    return told;
  }

  /** Takes in what became known of tracks; answers of whom. */
  describe({ of }: TraitsFact): Subject[] {
    return of.flatMap(({ trackId, plate, face, colours }) => {
      const subject = this.#byTrack.get(trackId);
      if (subject === undefined) return [];
      subject.traits = { plate, face, colours };
      return [subject];
    });
  }

  /** Forgets who was not seen for longer than anybody may be hidden. */
  forget(nowUtcMs: number): void {
    const isGone = ({ last }: Subject): boolean => last.atUtcMs + maxHiddenMs.resting < nowUtcMs;
    for (const [trackId, subject] of this.#byTrack) if (isGone(subject)) this.#byTrack.delete(trackId);
    for (const [trackId, subject] of this.#former) if (isGone(subject)) this.#former.delete(trackId);
  }

  /** A track that was taken for continued is seen again: it is that subject, and who seemed to continue it is another. */
  #undo(trackId: string): void {
    const subject = this.#former.get(trackId);
    if (subject === undefined) return;
    this.#former.delete(trackId);
    this.#follow(subject, trackId);
  }

  #follow(subject: Subject, trackId: string): void {
    this.#byTrack.delete(subject.trackId);
    this.#byTrack.set(trackId, subject);
    subject.trackId = trackId;
  }

  /** Which newcomer continues whom: one to one, the nearest pair first. */
  #match(newcomers: readonly Sight[], fact: LookFact): Map<string, Subject> {
    const seenNow = new Set(fact.sights.map((sight) => sight.trackId));
    const hidden = [...this.#byTrack.values()].filter((subject) => !seenNow.has(subject.trackId));
    const pairs = newcomers.flatMap((newcomer) =>
      hidden.flatMap((subject) => {
        const distance = newcomer.continuesId === subject.trackId ? -1 : distanceAfter(subject, newcomer);
        return distance === null ? [] : [{ newcomer, subject, distance }];
      }),
    );
    pairs.sort(
      (a, b) =>
        a.distance - b.distance ||
        compare(a.newcomer.trackId, b.newcomer.trackId) ||
        compare(a.subject.id, b.subject.id),
    );
    const matched = new Map<string, Subject>();
    const taken = new Set<Subject>();
    for (const { newcomer, subject } of pairs) {
      if (matched.has(newcomer.trackId) || taken.has(subject)) continue;
      matched.set(newcomer.trackId, subject);
      taken.add(subject);
    }
    return matched;
  }
}

const nobody: ReadonlyMap<string, Subject> = new Map();

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function startSubject(sight: Sight): Subject {
  const first = sight.past?.[0] ?? sight;
  return {
    id: sight.trackId,
    trackId: sight.trackId,
    class: sight.class,
    first,
    last: first,
    before: null,
    isResting: sight.isResting,
    restSinceUtcMs: null,
    scores: [],
    heights: [],
    shortSinceUtcMs: null,
    score: first.score,
    ended: null,
    traits: null,
  };
}

/** A height with hidden legs is not the usual one, until it has lasted: somebody sat down. */
function rememberHeight(subject: Subject, { atUtcMs, box }: SeenBox): void {
  if (hidesLegs(subject, box.height)) {
    subject.shortSinceUtcMs ??= atUtcMs;
    if (atUtcMs - subject.shortSinceUtcMs < maxHiddenMs.moving) return;
    subject.heights = [];
  }
  subject.shortSinceUtcMs = null;
  subject.heights.push(box.height);
  if (subject.heights.length > maxRemembered) subject.heights.shift();
}

function remember(subject: Subject, seen: SeenBox): void {
  if (seen.atUtcMs > subject.last.atUtcMs) subject.before = subject.last;
  subject.last = seen;
  const { scores } = subject;
  scores.push(seen.score);
  if (scores.length > maxRemembered) scores.shift();
  let sum = 0;
  for (const score of scores) sum += score;
  subject.score = sum / scores.length;
  rememberHeight(subject, seen);
}

/** How many sizes a newcomer began from where a hidden subject would be by then; null when it cannot be the same. */
function distanceAfter(subject: Subject, newcomer: Sight): number | null {
  const begin = newcomer.past?.[0] ?? newcomer;
  const hiddenMs = begin.atUtcMs - subject.last.atUtcMs;
  if (subject.class !== newcomer.class || hiddenMs <= 0 || hiddenMs > hiddenLimitMs(subject)) return null;
  if (subject.ended === 'left' || (subject.ended !== null && touchesEdge(subject.last.box))) return null;
  const [before, after] = [sizeOf(subject.last.box), sizeOf(begin.box)];
  if (Math.max(before, after) > maxSizeRatio * Math.min(before, after)) return null;
  const [expected, seen] = [expectedFoot(subject, hiddenMs), footOf(begin.box)];
  const distance = Math.hypot(seen.x - expected.x, seen.y - expected.y) / ((before + after) / 2);
  return distance <= Math.min(2, 1 + (0.3 * hiddenMs) / 1000) ? distance : null;
}

/** Where it would be if it went on as it was seen last. */
function expectedFoot({ last, before, isResting }: Subject, afterMs: number): { x: number; y: number } {
  const now = footOf(last.box);
  if (isResting || before === null) return now;
  const from = footOf(before.box);
  const share = afterMs / (last.atUtcMs - before.atUtcMs);
  return { x: now.x + (now.x - from.x) * share, y: now.y + (now.y - from.y) * share };
}

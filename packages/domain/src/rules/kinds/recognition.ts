import type { JudgedCondition } from '@sightline/contracts/alert-rules/sent-condition';
import {
  recognitionCondition,
  type RecognitionCondition,
} from '@sightline/contracts/alert-rules/recognition-conditions';
import type { SpotTask, SpotWord } from '@sightline/contracts/analysis/spot-tasks';
import type { Box } from '@sightline/contracts/events/event';
import { holdsPoint } from '../../cameras/areas.ts';
import type { SpotsFact } from '../facts.ts';
import { leastOf, never, type KindRun, type Scene } from '../scene.ts';
import type { SubjectSights } from '../subjects.ts';

/** What one word of the model must be to count, and for how long. */
interface Sought {
  word: Exclude<SpotWord, 'containerNumber'>;
  windowMs: number;
  /** At a person, as a share of that person's size around it. */
  nearPerson?: number;
  /** Smaller people say nothing for sure; share of the picture's height. */
  minPersonHeight?: number;
  /** So many people must be there. */
  minPeople?: number;
  /** What burns moves; what shines does not. */
  flickers?: boolean;
}

interface Asked {
  task: SpotTask;
  sought: Sought[];
}

const gearWords = { helmet: 'bareHead', vest: 'noVest' } as const;
const secondMs = 1000;

function askedOf(condition: RecognitionCondition): Asked {
  switch (condition.kind) {
    case 'threat':
      return {
        task: 'weapon',
        sought: [{ word: 'weapon', windowMs: condition.windowS * secondMs, nearPerson: 0.3 }],
      };
    case 'protectiveGear': {
      const rest = { windowMs: condition.graceS * secondMs, nearPerson: 0, minPersonHeight: 0.12 };
      return { task: 'protectiveGear', sought: condition.items.map((item) => ({ word: gearWords[item], ...rest })) };
    }
    case 'gloves':
      return { task: 'gloves', sought: [{ word: 'bareHand', windowMs: condition.forS * secondMs }] };
    case 'fire': {
      const seconds = { flame: condition.flameS, smoke: condition.smokeS };
      const sought = condition.what.map((word) => ({ word, windowMs: seconds[word] * secondMs, flickers: true }));
      return { task: 'fireSmoke', sought };
    }
    case 'fall':
      return { task: 'fall', sought: [{ word: 'fallen', windowMs: condition.downS * secondMs }] };
    case 'violence': {
      const { minPeople, windowS } = condition;
      return { task: 'violence', sought: [{ word: 'fight', windowMs: windowS * secondMs, minPeople }] };
    }
  }
}

/** The model of its own that a condition is judged by; null for those that need none. */
export function spotTaskFor(condition: JudgedCondition): SpotTask | null {
  if (condition.kind === 'container') return 'containerText';
  const recognised = recognitionCondition.safeParse(condition).data;
  return recognised === undefined ? null : askedOf(recognised).task;
}

interface Judged {
  utcMs: number;
  knownMs: number;
  /** What counted, the surest; null when nothing did. */
  box: Box | null;
  score: number;
}

/** So many looks must have been judged, and so large a share of them must say yes. */
const minLooks = 5;
const minShare = 0.6;
/** A window that began so late says nothing of its whole time yet. */
const minSpan = 0.7;
/** Looks that are so far apart still make one window. */
const maxWindowMs = 15_000;
/** Nothing of it was seen for at least this long. */
const closesAfterMs = 10_000;
/** People that were seen so long ago may be elsewhere. */
const freshMs = 1500;

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

function isNear(box: Box, person: Box, margin: number): boolean {
  const middle = middleOf(box);
  const at = middleOf(person);
  return (
    Math.abs(middle.x - at.x) <= person.width * (0.5 + margin) &&
    Math.abs(middle.y - at.y) <= person.height * (0.5 + margin)
  );
}

/** Whether nothing of it moved or changed its shape: a lamp, a sunset, a picture on a wall. */
function standsStill(positives: readonly Judged[]): boolean {
  const sides = (box: Box): number[] => [box.x, box.y, box.width, box.height];
  const first = sides(positives[0]!.box!);
  return positives.every(({ box }) => sides(box!).every((side, index) => Math.abs(side - first[index]!) < 0.004));
}

/** A model recognises something again and again within a time. */
export const recognition = (condition: RecognitionCondition, scene: Scene): KindRun =>
  new Recognition(condition, scene);

class Recognition implements KindRun {
  readonly #asked: Asked;
  readonly #condition: RecognitionCondition;
  readonly #scene: Scene;
  readonly #judged = new Map<SpotWord, Judged[]>();
  readonly #lastPositives = new Map<SpotWord, Judged>();
  #people: { boxes: Box[]; atUtcMs: number } = { boxes: [], atUtcMs: -never };

  constructor(condition: RecognitionCondition, scene: Scene) {
    this.#condition = condition;
    this.#asked = askedOf(condition);
    this.#scene = scene;
  }

  looked(atUtcMs: number, told: readonly SubjectSights[]): void {
    const people = told.filter(({ subject }) => subject.class === 'person');
    this.#people = { boxes: people.map(({ subject }) => subject.last.box), atUtcMs };
  }

  spotted(fact: SpotsFact): void {
    if (fact.task !== this.#asked.task) return;
    for (const sought of this.#asked.sought) this.#judge(sought, fact);
  }

  dueUtcMs(): number {
    return leastOf(this.#asked.sought, (sought) => this.#endsUtcMs(sought));
  }

  fallDue(atUtcMs: number): void {
    for (const sought of this.#asked.sought) {
      if (this.#endsUtcMs(sought) > atUtcMs) continue;
      const last = this.#lastPositives.get(sought.word);
      this.#judged.delete(sought.word);
      this.#scene.episodes.end(sought.word, last?.utcMs ?? atUtcMs);
    }
  }

  #judge(sought: Sought, { atUtcMs, found }: SpotsFact): void {
    const counted = found.filter(({ word, box }) => word === sought.word && this.#counts(box, sought, atUtcMs));
    const best = counted.toSorted((a, b) => b.score - a.score)[0];
    const knownMs = this.#scene.known.of(atUtcMs);
    const judged = [
      ...(this.#judged.get(sought.word) ?? []),
      { utcMs: atUtcMs, knownMs, box: best?.box ?? null, score: best?.score ?? 0 },
    ];
    const inWindow = judged.filter((one) => knownMs - one.knownMs <= sought.windowMs);
    const inReach = judged.filter((one) => knownMs - one.knownMs <= Math.max(sought.windowMs, maxWindowMs));
    const kept = inWindow.length >= minLooks ? inWindow : inReach.slice(-minLooks);
    // One more than the window: with it the window is full.
    const before = judged[judged.length - kept.length - 1];
    this.#judged.set(sought.word, before === undefined ? kept : [before, ...kept]);
    if (best !== undefined) this.#lastPositives.set(sought.word, judged.at(-1)!);
    this.#open(sought, kept, atUtcMs);
  }

  #open({ word, windowMs, flickers }: Sought, judged: readonly Judged[], atUtcMs: number): void {
    const { episodes } = this.#scene;
    const positives = judged.filter(({ box }) => box !== null);
    const [first] = judged;
    if (episodes.isHeld(word) || first === undefined || positives.length < judged.length * minShare) return;
    const spanMs = judged.at(-1)!.knownMs - first.knownMs;
    if (judged.length < minLooks || spanMs < windowMs * minSpan) return;
    if (flickers === true && standsStill(positives)) return;
    const score = positives.reduce((sum, one) => sum + one.score, 0) / positives.length;
    const limit = windowMs / secondMs;
    const value = Math.round(Math.max(limit, spanMs / secondMs));
    const why = [
      {
        what: `${word}S` as const,
        value,
        limit,
        placeId: this.#placeOf(positives.at(-1)!.box!),
        class: null,
        score: Math.round(score * 100) / 100,
      },
    ];
    episodes.begin({ key: word, sinceUtcMs: positives[0]!.utcMs, why, subjectIds: [] }, atUtcMs);
  }

  #counts(box: Box, { nearPerson, minPersonHeight, minPeople }: Sought, atUtcMs: number): boolean {
    const { zones } = this.#condition;
    if (zones.length > 0 && this.#placeOf(box) === null) return false;
    const people = atUtcMs - this.#people.atUtcMs <= freshMs ? this.#people.boxes : [];
    if (
      minPeople !== undefined &&
      people.filter((one) => isNear(one, box, 0.5) || isNear(box, one, 0.5)).length < minPeople
    )
      return false;
    if (nearPerson === undefined) return true;
    return people.some((one) => one.height >= (minPersonHeight ?? 0) && isNear(box, one, nearPerson));
  }

  #placeOf(box: Box): string | null {
    return this.#condition.zones.find(({ points }) => holdsPoint(points, middleOf(box)))?.id ?? null;
  }

  #endsUtcMs({ word, windowMs }: Sought): number {
    const { episodes, known } = this.#scene;
    if (!episodes.isHeld(word)) return never;
    const last = this.#lastPositives.get(word);
    return last === undefined ? never : known.utcMs(last.knownMs + Math.max(closesAfterMs, windowMs));
  }
}

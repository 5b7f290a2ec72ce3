import type { PicturePoint } from '@sightline/contracts/cameras/picture-shape';
import type { Reason } from './alert-effects.ts';
import type { Episodes } from './episodes.ts';
import type { DoorSeenFact, MotionFact, PictureFact, SeenBox, SpotsFact } from './facts.ts';
import type { KnownTime } from './known-time.ts';
import type { Crossing, LineState } from './line-watch.ts';
import type { Subject, SubjectSights } from './subjects.ts';
import type { ZonePresence } from './zone-presence.ts';

/** Where one subject stands with the places of one rule. */
export interface Member {
  subject: Subject;
  /** By the rule's zones; a rule without any has one, the whole picture. */
  zones: ZonePresence[];
  /** By the rule's lines. */
  lines: LineState[];
  /** Where it was seen last, as the rule measures it. */
  point: PicturePoint | null;
  /** Looks that counted it. */
  looks: number;
  firstUtcMs: number;
  lastUtcMs: number;
}

/** What a kind of rule works with. */
export interface Scene {
  episodes: Episodes;
  known: KnownTime;
  members: ReadonlyMap<Subject, Member>;
  /** Id of a zone by its place in the rule; null for the whole picture. */
  zoneIds: readonly (string | null)[];
  /** When the rule began to see, UTC ms: who is there in the first minute was there before. */
  startUtcMs: () => number;
  /** Of the site. */
  timeZone: () => string;
}

/** A count that goes on for a day, and outlives the program that counts. */
export interface KeptCount {
  count: number;
  /** When it begins at nobody again. */
  resetUtcMs: number;
}

/** One kind of rule: told what happens at its places, it begins and ends episodes. */
export interface KindRun {
  entered?(member: Member, zone: number, atUtcMs: number): void;
  /** `isLost`: it was not seen to leave, and was seen last at this instant. */
  left?(member: Member, zone: number, at: { utcMs: number; isLost: boolean }): void;
  /** It was hidden for too long and is forgotten, whether it was in a zone or not. */
  gone?(member: Member, lastUtcMs: number): void;
  seen?(member: Member, seen: SeenBox): void;
  /** More is known of it than where it is. */
  described?(member: Member, atUtcMs: number): void;
  crossed?(member: Member, crossing: Crossing, line: number): void;
  /** A look was taken in wholly; `told` are all that it saw, also those that the rule does not count. */
  looked?(atUtcMs: number, told: readonly SubjectSights[]): void;
  moved?(fact: MotionFact): void;
  pictured?(fact: PictureFact): void;
  spotted?(fact: SpotsFact): void;
  doorSeen?(fact: DoorSeenFact): void;
  /** What it counts; null before the first look, absent for kinds that know all they need by what they see. */
  counted?(): KeptCount | null;
  /** Before the first look: what a program before this one counted. */
  resume?(kept: KeptCount): void;
  /** Nobody knows any more what became of whom. Kinds without this begin anew. */
  blinded?(): void;
  /** Next instant at which something falls due without anything new; infinity when nothing does. */
  dueUtcMs(): number;
  fallDue(atUtcMs: number): void;
}

/** The instant of what will not happen, UTC ms. */
export const never = Number.POSITIVE_INFINITY;

/** A reason that is about one subject. */
export const reasonOf = (
  { subject }: Member,
  reason: Pick<Reason, 'what' | 'value' | 'limit' | 'placeId'>,
): Reason => ({ ...reason, class: subject.class, score: Math.round(subject.score * 100) / 100 });

/** The least of what values give; infinity without any. */
export function leastOf<T>(values: Iterable<T>, numberOf: (value: T) => number): number {
  let least = never;
  for (const value of values) least = Math.min(least, numberOf(value));
  return least;
}

/** The reason of a time that was reached: at the limit, the value is the limit. */
export const timeReason = (
  member: Member,
  what: Reason['what'],
  at: { limitS: number; placeId: string | null },
): Reason => reasonOf(member, { what, value: at.limitS, limit: at.limitS, placeId: at.placeId });

/** Something that happens in an instant: an episode that is over after five seconds unless it happens again. */
export interface Instants {
  tell(key: string, happened: { atUtcMs: number; why: readonly Reason[]; subjectIds: readonly string[] }): void;
  dueUtcMs(): number;
  fallDue(atUtcMs: number): void;
}

const lastsMs = 5000;

/** Keeps the instants of one rule, each an episode of its own key. */
export function instantsOf(episodes: Episodes): Instants {
  const ends = new Map<string, number>();
  return {
    tell(key, { atUtcMs, why, subjectIds }) {
      if (episodes.isHeld(key)) episodes.add(key, { why, subjectIds }, atUtcMs);
      else episodes.begin({ key, sinceUtcMs: atUtcMs, why, subjectIds, isInstant: true }, atUtcMs);
      ends.set(key, Math.max(ends.get(key) ?? 0, atUtcMs + lastsMs));
    },
    dueUtcMs: () => leastOf(ends.values(), (endUtcMs) => endUtcMs),
    fallDue(atUtcMs) {
      for (const [key, endUtcMs] of ends) {
        if (endUtcMs > atUtcMs) continue;
        ends.delete(key);
        episodes.end(key, endUtcMs);
      }
    },
  };
}

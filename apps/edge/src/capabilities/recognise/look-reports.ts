import type { SeenBox, Sight, TrackEnd, Traits } from '@sightline/domain/rules/facts';
import { roundedLook, roundedTraits } from '@sightline/domain/look-packs/rounded-looks';
import type { EventFacts } from './events/event-facts.ts';
import type { MotionPicture, ToldLook, ToldTraits } from './recogniser.ts';
import { motionEvidence, movedShare } from './tracks/motion-evidence.ts';
import type { MotionEvidence } from './tracks/motion-evidence.ts';
import type { Match } from './tracks/track-matching.ts';
import { classOf, isAtRest } from './tracks/track.ts';
import type { Track } from './tracks/track.ts';
import { isLeaving } from './tracks/track-verdict.ts';
import { coloursOf } from './votes/colour-votes.ts';
import { faceOf, faceVectorOf } from './votes/face-votes.ts';
import { plateOf } from './votes/plate-votes.ts';

/** What a look of the tracker found. */
export interface TrackedLook {
  seen: readonly Match[];
  /** Everything that is known. */
  tracks: readonly Track[];
  motion: MotionPicture;
  atUtcMs: number;
}

/** What is doubted for longer is told without its oldest sights. */
const maxPast = 60;

/** Makes looks for rules of what the tracker saw: of confirmed things and of those that stand there, with what they were before. */
export class LookReports {
  readonly #idOf: (track: Track) => string;
  readonly #newId: () => string;
  /** Sights of what may yet be nothing. */
  readonly #past = new Map<Track, SeenBox[]>();
  /** By which name a thing was told last. */
  readonly #told = new Map<Track, string>();
  /** What was told last of what is known of a thing. */
  readonly #traits = new Map<Track, string>();

  /** `idOf`: the event that a followed thing is. */
  constructor({ idOf, newId }: { idOf: (track: Track) => string; newId: () => string }) {
    this.#idOf = idOf;
    this.#newId = newId;
  }

  look({ seen, tracks, motion, atUtcMs }: TrackedLook): ToldLook {
    const evidence = motionEvidence(motion, []);
    const sights = seen.flatMap((match): Sight[] => {
      const sight = seenOf(match, evidence, atUtcMs);
      if (match.track.state !== 'tentative') return [this.#sightOf(match.track, sight)];
      this.#remember(match.track, sight);
      return [];
    });
    return roundedLook({ kind: 'look', sequence: 0, atUtcMs, sights, ended: this.#endedBut(new Set(tracks)) });
  }

  /** What became known of things that were told of; null when nothing did. */
  traits(
    described: readonly { track: Track; facts: EventFacts }[],
    { atUtcMs, asks }: { atUtcMs: number; asks: { plates: boolean; faces: boolean } },
  ): ToldTraits | null {
    const of = described.flatMap(({ track, facts }) => {
      const trackId = this.#told.get(track);
      if (trackId === undefined) return [];
      const traits = roundedTraits({
        plate: asks.plates ? plateOf(facts.plate) : null,
        face: asks.faces ? faceSeen(facts) : null,
        colours: coloursOf(facts.colours),
      });
      const key = JSON.stringify(traits);
      if (key === (this.#traits.get(track) ?? nothingKnown)) return [];
      this.#traits.set(track, key);
      return [{ trackId, ...traits }];
    });
    return of.length === 0 ? null : { kind: 'traits', atUtcMs: Math.round(atUtcMs), of };
  }

  /** All are forgotten, for nobody looks any more. */
  forgetAll(): void {
    this.#past.clear();
    this.#told.clear();
    this.#traits.clear();
  }

  #remember(track: Track, seen: SeenBox): void {
    const past = this.#past.get(track) ?? [];
    past.push(seen);
    if (past.length > maxPast) past.shift();
    this.#past.set(track, past);
  }

  #sightOf(track: Track, seen: SeenBox): Sight {
    const before = this.#told.get(track);
    // What is parked is told on by the event that it was.
    const trackId = track.state === 'placed' ? (before ?? this.#newId()) : this.#idOf(track);
    this.#told.set(track, trackId);
    const past = this.#past.get(track);
    this.#past.delete(track);
    return {
      ...seen,
      trackId,
      class: classOf(track),
      isResting: track.state === 'placed' || isAtRest(track),
      ...(past !== undefined && before === undefined && { past }),
      ...(before !== undefined && before !== trackId && { continuesId: before }),
    };
  }

  #endedBut(known: ReadonlySet<Track>): { trackId: string; reason: TrackEnd }[] {
    for (const track of this.#past.keys()) if (!known.has(track)) this.#past.delete(track);
    const ended: { trackId: string; reason: TrackEnd }[] = [];
    for (const [track, trackId] of this.#told) {
      if (known.has(track)) continue;
      this.#told.delete(track);
      this.#traits.delete(track);
      ended.push({ trackId, reason: track.cutSinceSeen ? 'cut' : isLeaving(track) ? 'left' : 'lost' });
    }
    return ended;
  }
}

const nothingKnown = JSON.stringify({ plate: null, face: null, colours: [] });

/** A face counts as one once it is told of in events. */
function faceSeen({ faces, identity }: EventFacts): Traits['face'] {
  const face = faceOf(faces);
  if (face === null) return null;
  const isCompared = faceVectorOf(faces) !== null;
  return { sights: faces.sights, score: face.score, ...(isCompared ? { personId: identity?.personId ?? null } : {}) };
}

/** As measured; the place of what stands does not wander with the detector's unrest. */
function seenOf({ track, sighting }: Match, evidence: MotionEvidence, atUtcMs: number): SeenBox {
  const box = track.state === 'placed' ? track.last.box : sighting.box;
  const moved = movedShare(evidence, box, { isOwn: false, selfCounted: false });
  return { atUtcMs, box, score: sighting.score, movedShare: moved };
}

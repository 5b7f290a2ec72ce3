import type { Box } from '@sightline/contracts/events/event';
import type { LookFact, SeenBox, Sight, SpotsFact, Traits, TraitsFact } from '../rules/facts.ts';

/** Steps in which a look is kept: of the picture's width or height, of a score, of the share that moved. */
export const steps = { box: 65_535, score: 255, moved: 15, colour: 20 } as const;

/** The step that a share 0..1 falls on. */
export const stepOf = (share: number, count: number): number => Math.round(Math.min(1, Math.max(0, share)) * count);

const rounded = (share: number, count: number): number => stepOf(share, count) / count;

const roundedBox = ({ x, y, width, height }: Box): Box => ({
  x: rounded(x, steps.box),
  y: rounded(y, steps.box),
  width: rounded(width, steps.box),
  height: rounded(height, steps.box),
});

const roundedSeen = ({ atUtcMs, box, score, movedShare }: SeenBox): SeenBox => ({
  atUtcMs: Math.round(atUtcMs),
  box: roundedBox(box),
  score: rounded(score, steps.score),
  movedShare: rounded(movedShare, steps.moved),
});

/** A look in the numbers that a look pack keeps. Rules are judged by these live as well: a replay then sees nothing else. */
export const roundedLook = <Look extends Omit<LookFact, 'sequence'>>(fact: Look): Look => ({
  ...fact,
  atUtcMs: Math.round(fact.atUtcMs),
  sights: fact.sights.map((sight): Sight => ({
    ...sight,
    ...roundedSeen(sight),
    ...(sight.past && { past: sight.past.map(roundedSeen) }),
  })),
});

/** What a model recognised, likewise. */
export const roundedSpots = <Spots extends Omit<SpotsFact, 'sequence'>>(fact: Spots): Spots => ({
  ...fact,
  atUtcMs: Math.round(fact.atUtcMs),
  found: fact.found.map((one) => ({ ...one, box: roundedBox(one.box), score: rounded(one.score, steps.score) })),
});

/** Readings and sights that are more than this tell nothing more. */
export const mostCounted = { reads: 10, sights: 5 } as const;

/** What is known of somebody, likewise: colours in steps of a twentieth, so that it is told only when it becomes otherwise. */
export const roundedTraits = ({ plate, face, colours }: Traits): Traits => ({
  plate: plate && {
    text: plate.text,
    score: rounded(plate.score, steps.score),
    reads: Math.min(plate.reads, mostCounted.reads),
  },
  face: face && {
    sights: Math.min(face.sights, mostCounted.sights),
    score: rounded(face.score, steps.score),
    ...(face.personId === undefined ? {} : { personId: face.personId }),
  },
  colours: colours.map(({ part, colour, share }) => ({ part, colour, share: rounded(share, steps.colour) })),
});

/** What became known by a look, likewise. */
export const roundedTraitsFact = <Fact extends Omit<TraitsFact, 'sequence'>>(fact: Fact): Fact => ({
  ...fact,
  atUtcMs: Math.round(fact.atUtcMs),
  of: fact.of.map((one) => ({ trackId: one.trackId, ...roundedTraits(one) })),
});

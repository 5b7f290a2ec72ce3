import type { CameraFact } from '@sightline/domain/rules/facts';
import type { PictureVitals } from '@sightline/domain/rules/pictures/picture-vitals';
import { sceneStartUtcMs } from './drawn-scene.ts';

/** The usual view, as it usually is. */
export const usualVitals: PictureVitals = {
  judgedEdges: 120,
  mean: 104,
  usualMean: 104,
  spread: 52,
  spreadShare: 100,
  bright: 1,
  matched: 97,
  matchedShifted: 97,
  shift: 0,
  blocked: 1,
  edges: 99,
  sharpness: 100,
  likeness: 99,
  stillS: 0,
};

/** What was measured on clips that were tampered with in known ways. */
export const tampered = {
  hand: {
    matched: 0,
    matchedShifted: 0,
    blocked: 100,
    edges: 0,
    sharpness: 89,
    likeness: 36,
    spread: 10,
    spreadShare: 19,
  },
  lamp: {
    matched: 0,
    blocked: 100,
    edges: 0,
    sharpness: 234,
    likeness: 1,
    mean: 250,
    spread: 1,
    spreadShare: 1,
    bright: 100,
  },
  turned: { matched: 11, matchedShifted: 93, shift: 8, blocked: 63, edges: 96, sharpness: 94, likeness: 64 },
  elsewhere: { matched: 3, matchedShifted: 21, shift: 20, blocked: 71, edges: 98, sharpness: 101, likeness: 40 },
  unfocused: { matched: 56, matchedShifted: 56, blocked: 25, edges: 51, sharpness: 9, likeness: 99 },
  lightsOut: {
    matched: 0,
    matchedShifted: 0,
    blocked: 100,
    edges: 0,
    likeness: 0,
    mean: 17,
    spread: 0,
    spreadShare: 0,
  },
  frozen: { stillS: 31 },
  plain: { judgedEdges: 0 },
} satisfies Record<string, Partial<PictureVitals>>;

/** Harmless changes, as measured on clips. */
export const harmless = {
  iris: { mean: 73, spread: 33, spreadShare: 61, matched: 96 },
  dusk: { mean: 38, spread: 13, spreadShare: 25, matched: 69, edges: 61, sharpness: 113 },
  fog: { mean: 115, spread: 20, spreadShare: 37, matched: 91, edges: 88 },
  truck: { matched: 49, matchedShifted: 53, blocked: 40, edges: 86, sharpness: 82, likeness: 76, mean: 120 },
  lowSun: { matched: 49, matchedShifted: 48, blocked: 35, mean: 219, bright: 61, sharpness: 151, likeness: 84 },
} satisfies Record<string, Partial<PictureVitals>>;

/** Pictures every two seconds: of each second that is named on, what the view is like from then on. */
export function pictures(
  changes: Record<number, Partial<PictureVitals> | 'blind'>,
  toS: number,
): Exclude<CameraFact, { kind: 'tick' }>[] {
  const facts: Exclude<CameraFact, { kind: 'tick' }>[] = [];
  let now: Partial<PictureVitals> | 'blind' = {};
  let sequence = 0;
  for (let second = 0; second <= toS; second += 2) {
    const atUtcMs = sceneStartUtcMs + second * 1000;
    now = changes[second] ?? now;
    if (now !== 'blind') {
      if (changes[second] !== undefined)
        facts.push({ kind: 'look', sequence: sequence++, atUtcMs, sights: [], ended: [] });
      facts.push({ kind: 'picture', sequence: sequence++, atUtcMs, vitals: { ...usualVitals, ...now } });
    } else if (changes[second] === 'blind') facts.push({ kind: 'blind', sequence: sequence++, atUtcMs });
  }
  return facts;
}

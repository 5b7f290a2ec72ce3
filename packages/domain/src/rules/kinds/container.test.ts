import type { Box } from '@sightline/contracts/events/event';
import { describe, expect, it } from 'vitest';
import { sceneStartUtcMs } from '../../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf } from '../../../testing/rule-run.ts';
import type { CameraFact, SpotsFact } from '../facts.ts';

const number = 'CSQU3054383';
const other = 'TCLU1234568';
const onTheLeft: Box = { x: 0.2, y: 0.4, width: 0.1, height: 0.05 };
const right = {
  id: placeId(1),
  points: [
    { x: 0.5, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0.5, y: 1 },
  ],
};

/** What is read at which second; looks are half a second apart. */
function factsOf(
  reads: (second: number) => string[],
  { task = 'containerText' as SpotsFact['task'], toS = 20 } = {},
): CameraFact[] {
  const facts: CameraFact[] = [];
  let sequence = 0;
  for (let second = 0; second <= toS; second += 0.5) {
    const atUtcMs = sceneStartUtcMs + second * 1000;
    facts.push({ kind: 'look', sequence: sequence++, atUtcMs, sights: [], ended: [] });
    const found = reads(second).map((text) => ({ word: 'containerNumber' as const, box: onTheLeft, score: 0.8, text }));
    facts.push({ kind: 'spots', sequence: sequence++, atUtcMs, task, found });
  }
  facts.push({ kind: 'tick', atUtcMs: sceneStartUtcMs + (toS + 60) * 1000 });
  return facts;
}

const told = (asked: object, facts: CameraFact[]): string[] =>
  effectsOf(ruleOf({ kind: 'container', ...asked } as Parameters<typeof ruleOf>[0]), facts).flatMap((effect) => {
    const second = Math.round((effect.atUtcMs - sceneStartUtcMs) / 100) / 10;
    return effect.kind === 'nearMiss' ? effect.hindrance : `${effect.kind} ${second} ${effect.why[0]?.value ?? ''}`;
  });
const from5to10 = (second: number): string[] => (second >= 5 && second < 10 ? [number] : []);

describe('ALERT-016 a container', () => {
  it('is none that was read once, is on no list, stands elsewhere, or is a word of another model', () => {
    expect(
      told(
        {},
        factsOf(() => []),
      ),
    ).toEqual([]);
    expect(
      told(
        {},
        factsOf((second) => (second === 5 ? [number] : [])),
      ),
    ).toEqual([]);
    expect(told({ numbers: [other] }, factsOf(from5to10))).toEqual([]);
    expect(told({ zones: [right] }, factsOf(from5to10))).toEqual([]);
    expect(told({}, factsOf(from5to10, { task: 'weapon' }))).toEqual([]);
  });

  it('is told once its number was read twice, and once as long as it stays', () => {
    expect(told({}, factsOf(from5to10))).toEqual([`opened 5.5 ${number}`, `closed 10.5 ${number}`]);
    const stays = factsOf((second) => (second >= 5 ? [number] : []), { toS: 200 });
    expect(told({}, stays).filter((one) => one.startsWith('opened'))).toHaveLength(1);
  });

  it('is one of the list however it was written, each by itself', () => {
    expect(told({ numbers: ['csqu 305438-3', other] }, factsOf(from5to10))[0]).toBe(`opened 5.5 ${number}`);
    const later = factsOf((second) => (second < 3 ? [number] : second > 15 ? [other] : []));
    expect(told({}, later).filter((one) => one.startsWith('opened'))).toEqual([
      `opened 0.5 ${number}`,
      `opened 16 ${other}`,
    ]);
  });

  it('is told again when it comes again after more than a minute', () => {
    const again = factsOf((second) => (second < 2 || second > 80 ? [number] : []), { toS: 90 });
    expect(told({}, again).filter((one) => one.startsWith('opened'))).toHaveLength(2);
  });
});

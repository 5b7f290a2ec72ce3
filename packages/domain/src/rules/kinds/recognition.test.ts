import type { SpotTask, SpotWord } from '@sightline/contracts/analysis/spot-tasks';
import type { Box } from '@sightline/contracts/events/event';
import { describe, expect, it } from 'vitest';
import { sceneStartUtcMs } from '../../../testing/drawn-scene.ts';
import { effectsOf, placeId, ruleOf } from '../../../testing/rule-run.ts';
import type { CameraFact } from '../facts.ts';

const person = (x: number, height = 0.4): Box => ({ x, y: 0.5, width: height / 2.5, height });
const inHand = (x: number): Box => ({ x: x + 0.02, y: 0.6, width: 0.03, height: 0.05 });
const left = {
  id: placeId(1),
  points: [
    { x: 0, y: 0 },
    { x: 0.5, y: 0 },
    { x: 0.5, y: 1 },
    { x: 0, y: 1 },
  ],
};

interface Told {
  task: SpotTask;
  /** What the model finds at a second; `at` tells it from the look before. */
  finds: (second: number) => { word: SpotWord; box: Box }[];
  people?: (second: number) => Box[];
  everyS?: number;
  toS?: number;
  blindAtS?: number;
}

function factsOf({ task, finds, people = () => [], everyS = 0.4, toS = 40, blindAtS = Infinity }: Told): CameraFact[] {
  const facts: CameraFact[] = [];
  let sequence = 0;
  for (let second = 0; second <= toS; second += everyS) {
    const atUtcMs = sceneStartUtcMs + Math.round(second * 1000);
    const sights = people(second).map((box, index) => ({
      trackId: placeId(index + 2),
      class: 'person' as const,
      isResting: false,
      atUtcMs,
      box,
      score: 0.8,
      movedShare: 0.5,
    }));
    facts.push({ kind: 'look', sequence: sequence++, atUtcMs, sights, ended: [] });
    const found = finds(second).map((one) => ({ ...one, score: 0.7 }));
    facts.push({ kind: 'spots', sequence: sequence++, atUtcMs, task, found });
    if (second >= blindAtS) {
      facts.push({ kind: 'blind', sequence: sequence++, atUtcMs });
      break;
    }
  }
  facts.push({ kind: 'tick', atUtcMs: sceneStartUtcMs + (toS + 120) * 1000 });
  return facts;
}

const told = (asked: Parameters<typeof ruleOf>[0], what: Told): string[] =>
  effectsOf(ruleOf(asked), factsOf(what)).map((effect) => {
    const second = Math.round((effect.atUtcMs - sceneStartUtcMs) / 1000);
    return effect.kind === 'nearMiss' ? effect.hindrance : `${effect.kind} ${second} ${effect.why[0]?.what ?? ''}`;
  });

const weapon: Told = {
  task: 'weapon',
  people: () => [person(0.3)],
  finds: (second) => (second >= 10 && second < 20 ? [{ word: 'weapon', box: inHand(0.3) }] : []),
};
/** Grows and shrinks as it burns. */
const flames = (second: number): Box => ({ x: 0.2, y: 0.3, width: 0.1 + 0.02 * Math.sin(second * 5), height: 0.2 });
const fire: Told = {
  task: 'fireSmoke',
  finds: (second) => (second >= 10 && second < 20 ? [{ word: 'flame', box: flames(second) }] : []),
};

describe('ALERT-004 a threat', () => {
  it('is nothing that a model says once, seldom, or of a thing at nobody', () => {
    const threat = { kind: 'threat' as const };
    expect(told(threat, { ...weapon, finds: () => [] })).toEqual([]);
    expect(
      told(threat, { ...weapon, finds: (second) => (Math.abs(second - 10) < 0.3 ? weapon.finds(10) : []) }),
    ).toEqual([]);
    expect(
      told(threat, { ...weapon, finds: (second) => (Math.round(second / 0.4) % 3 === 0 ? weapon.finds(10) : []) }),
    ).toEqual([]);
    expect(told(threat, { ...weapon, people: () => [] })).toEqual([]);
    expect(told(threat, { ...weapon, people: () => [person(0.7)] })).toEqual([]);
  });

  it('is no word of another model, and nothing outside of its zones', () => {
    expect(told({ kind: 'threat' }, { ...fire, people: () => [person(0.2)] })).toEqual([]);
    const right = { ...left, points: left.points.map(({ x, y }) => ({ x: x + 0.5, y })) };
    expect(told({ kind: 'threat', zones: [right] }, weapon)).toEqual([]);
  });

  it('is told once most looks of its window say so, and is over when none did for a while', () => {
    expect(told({ kind: 'threat', zones: [left] }, weapon)).toEqual(['opened 12 weaponS', 'closed 20 weaponS']);
  });

  it('is over where nobody knows any more', () => {
    expect(told({ kind: 'threat' }, { ...weapon, blindAtS: 15 })).toEqual(['opened 12 weaponS', 'closed 15 weaponS']);
  });
});

describe('ALERT-010 fire', () => {
  it('is nothing that stands still, nor what is not asked for', () => {
    const lamp = flames(1);
    const shines: Told = { ...fire, finds: (second) => fire.finds(second).map((one) => ({ ...one, box: lamp })) };
    expect(told({ kind: 'fire' }, shines)).toEqual([]);
    expect(told({ kind: 'fire', what: ['smoke'] }, fire)).toEqual([]);
  });

  it('is told of flames after three seconds, of smoke after ten', () => {
    expect(told({ kind: 'fire' }, fire)).toEqual(['opened 12 flameS', 'closed 20 flameS']);
    const smoke: Told = {
      ...fire,
      finds: (second) => (second >= 10 ? [{ word: 'smoke', box: flames(second) }] : []),
    };
    expect(told({ kind: 'fire' }, smoke)[0]).toBe('opened 16 smokeS');
  });

  it('is judged by few looks, too, when they are no more than seconds apart', () => {
    const seldom: Told = {
      ...fire,
      everyS: 2,
      finds: (second) => (second >= 10 ? fire.finds(10).map(() => ({ word: 'flame', box: flames(second) })) : []),
    };
    expect(told({ kind: 'fire' }, seldom)[0]).toBe('opened 14 flameS');
    expect(told({ kind: 'fire' }, { ...seldom, everyS: 10 })).toEqual([]);
  });
});

describe('the other kinds that wait for a model', () => {
  const always =
    (word: SpotWord, box: Box): Told['finds'] =>
    (second) =>
      second >= 10 && second < 30 ? [{ word, box }] : [];

  it('ALERT-031 protective gear: only on who is large enough, and only what is asked for', () => {
    const head = { x: 0.33, y: 0.5, width: 0.05, height: 0.05 };
    const bare: Told = { task: 'protectiveGear', finds: always('bareHead', head), people: () => [person(0.3)] };
    expect(told({ kind: 'protectiveGear', items: ['vest'] }, bare)).toEqual([]);
    expect(told({ kind: 'protectiveGear' }, { ...bare, people: () => [person(0.32, 0.1)] })).toEqual([]);
    expect(told({ kind: 'protectiveGear' }, bare)).toEqual(['opened 13 bareHeadS', 'closed 30 bareHeadS']);
  });

  it('gloves, fall and violence, the last with as many people as it takes', () => {
    const box = { x: 0.3, y: 0.6, width: 0.2, height: 0.3 };
    expect(told({ kind: 'gloves' }, { task: 'gloves', finds: always('bareHand', box) })[0]).toBe('opened 12 bareHandS');
    expect(told({ kind: 'fall' }, { task: 'fall', finds: always('fallen', box) })[0]).toBe('opened 16 fallenS');
    const fight: Told = { task: 'violence', finds: always('fight', box), people: () => [person(0.3)] };
    expect(told({ kind: 'violence' }, fight)).toEqual([]);
    expect(told({ kind: 'violence' }, { ...fight, people: () => [person(0.3), person(0.4)] })[0]).toBe(
      'opened 12 fightS',
    );
  });
});

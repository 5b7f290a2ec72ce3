import { doorSightCommands, type DoorSight } from '@sightline/contracts/alert-rules/door-sight-link';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { roundedLook } from '@sightline/domain/look-packs/rounded-looks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DoorSights, type DoorSightsDeps } from './door-sights.ts';
import { LookRecorder } from './look-recorder.ts';

const startUtcMs = Date.UTC(2026, 2, 2, 8, 59);
const at = (seconds: number): number => startUtcMs + seconds * 1000;
const line = [
  { x: 0.3, y: 0.6 },
  { x: 0.7, y: 0.6 },
];
const left = [
  { x: 0, y: 0 },
  { x: 0.45, y: 0 },
  { x: 0.45, y: 1 },
  { x: 0, y: 1 },
];
const [anna, ben] = [uuidv7(), uuidv7()];

let volume: string;
let cameraId: string;
let recorder: LookRecorder;
let nowUtcMs: number;

beforeEach(() => {
  volume = mkdtempSync(join(tmpdir(), 'sights-'));
  cameraId = uuidv7();
  nowUtcMs = at(3600);
  recorder = new LookRecorder({ volume, isHere: () => Promise.resolve(true), log: pino({ level: 'silent' }) });
});
afterEach(async () => {
  await recorder.stop();
  rmSync(volume, { recursive: true });
});

const sights = (change: Partial<DoorSightsDeps> = {}): DoorSights =>
  new DoorSights({
    volume,
    isHere: () => Promise.resolve(true),
    isCamera: (id) => id === cameraId,
    toldUntilUtcMs: (id) => recorder.toldUntilUtcMs(id),
    flush: () => recorder.flush(),
    clock: { nowUtcMs: () => nowUtcMs, monotonicMs: () => 0 },
    ...change,
  });
const asked = (change: object = {}) => ({ cameraId, fromUtcMs: at(40), toUtcMs: at(60), line, zones: [], ...change });

type Someone = readonly [id: string, x: number, footY: number, kind?: 'person' | 'vehicle'];
const look = (seconds: number, people: readonly Someone[]): ToldFact =>
  roundedLook({
    kind: 'look' as const,
    atUtcMs: at(seconds),
    ended: [],
    sights: people.map(([trackId, x, footY, kind = 'person']) => ({
      trackId,
      class: kind,
      isResting: false,
      atUtcMs: at(seconds),
      score: 0.8,
      movedShare: 0.5,
      box: { x: x - 0.03, y: footY - 0.3, width: 0.06, height: 0.3 },
    })),
  });
const seen = (seconds: number): ToldFact => ({ kind: 'seen', atUtcMs: at(seconds) });
/** Nobody, from one second to another. */
const calm = (from: number, to: number): ToldFact[] => [
  look(from, []),
  ...Array.from({ length: to - from }, (_, index) => seen(from + index + 1)),
];
/** Somebody walks with four looks a second. */
const walk = (id: string, times: { from: number; to: number; fromY: number; toY: number; x?: number }): ToldFact[] => {
  const { from, to, fromY, toY, x = 0.5 } = times;
  const count = (to - from) * 4;
  return Array.from({ length: count + 1 }, (_, index) =>
    look(from + index / 4, [[id, x, fromY + ((toY - fromY) * index) / count]]),
  );
};
async function sightOf(facts: readonly ToldFact[], change: object = {}): Promise<DoorSight> {
  recorder.facts(cameraId, facts);
  const answer = await sights().answer(asked(change));
  expect(doorSightCommands['rules.doorSight'].output.safeParse(answer).error).toBeUndefined();
  if (answer.state === 'waiting') throw new Error('it waits');
  return answer.sight;
}
const secondsOf = (utcMs: number): number => (utcMs - startUtcMs) / 1000;

describe('what a camera saw at a door', () => {
  it('is refused for a camera of another core, for no time, for too long a time, and without the disk', async () => {
    await expect(sights().answer(asked({ cameraId: uuidv7() }))).rejects.toMatchObject({ code: 'not_found' });
    for (const toUtcMs of [at(40), at(30), at(341)])
      await expect(sights().answer(asked({ toUtcMs }))).rejects.toMatchObject({ code: 'validation_failed' });
    const away = sights({ isHere: () => Promise.resolve(false) });
    await expect(away.answer(asked())).rejects.toMatchObject({ code: 'footage_disk_away' });
  });

  it('is waited for until the camera told of later, or will not tell any more', async () => {
    recorder.facts(cameraId, calm(0, 64));
    nowUtcMs = at(70);
    expect(await sights().answer(asked())).toEqual({ state: 'waiting' });
    recorder.facts(cameraId, [seen(65)]);
    expect(await sights().answer(asked())).toMatchObject({ state: 'known' });
    expect(await sights().answer(asked({ toUtcMs: at(61) }))).toEqual({ state: 'waiting' });
    nowUtcMs = at(121);
    expect(await sights().answer(asked({ toUtcMs: at(61) }))).toMatchObject({ state: 'known' });
  });

  it('is nothing at all where nobody looked', async () => {
    const nothing = { seen: [], people: [], passes: [], looks: [] };
    expect(await sightOf([])).toMatchObject(nothing);
    expect(await sightOf([look(0, []), { kind: 'blind', atUtcMs: at(10), sees: 'motion' }, seen(66)])).toMatchObject(
      nothing,
    );
  });

  it('is known where there was nobody to look at, also across an hour and words that are written down seldom', async () => {
    const { seen: spans, people } = await sightOf(calm(0, 120), { fromUtcMs: at(50), toUtcMs: at(100) });
    expect(people).toEqual([]);
    expect(spans.map(({ fromUtcMs, toUtcMs }) => [secondsOf(fromUtcMs), secondsOf(toUtcMs)])).toEqual([[50, 100]]);
  });

  it('has a hole while nobody looked', async () => {
    const { seen: spans } = await sightOf([
      ...calm(0, 45),
      { kind: 'blind', atUtcMs: at(45), sees: 'nothing' },
      seen(50),
      ...calm(52, 70),
    ]);
    expect(spans.map(({ fromUtcMs, toUtcMs }) => [secondsOf(fromUtcMs), secondsOf(toUtcMs)])).toEqual([
      [40, 45],
      [52, 60],
    ]);
  });

  it('names who crosses the line, and to which side, but no vehicle and nobody beside the line', async () => {
    const { passes, people } = await sightOf([
      ...calm(0, 42),
      ...walk(anna, { from: 43, to: 46, fromY: 0.5, toY: 0.75 }),
      ...calm(47, 51),
      ...walk(ben, { from: 52, to: 54, fromY: 0.75, toY: 0.5 }),
      ...walk(uuidv7(), { from: 55, to: 57, fromY: 0.5, toY: 0.75, x: 0.85 }),
      look(58, [[uuidv7(), 0.5, 0.5, 'vehicle']]),
      look(58.5, [[uuidv7(), 0.5, 0.75, 'vehicle']]),
      ...calm(59, 70),
    ]);
    expect(passes.map(({ to, who }) => [to, people[who]])).toEqual([
      ['towards', anna],
      ['away', ben],
    ]);
    expect(secondsOf(passes[0]!.atUtcMs)).toBeCloseTo(44.2, 1);
  });

  it('counts nobody who crosses before or after the time', async () => {
    const { passes } = await sightOf([
      ...calm(0, 30),
      ...walk(anna, { from: 35, to: 38, fromY: 0.5, toY: 0.75 }),
      ...calm(39, 60),
      ...walk(ben, { from: 61, to: 64, fromY: 0.5, toY: 0.75 }),
      ...calm(65, 80),
    ]);
    expect(passes).toEqual([]);
  });

  it('takes one who is hidden for a moment for the same, and looks at the zones', async () => {
    const other = uuidv7();
    const { people, looks } = await sightOf(
      [
        ...calm(0, 42),
        ...walk(anna, { from: 43, to: 45, fromY: 0.7, toY: 0.72, x: 0.2 }),
        ...walk(other, { from: 46, to: 48, fromY: 0.73, toY: 0.75, x: 0.2 }),
        ...walk(ben, { from: 49, to: 50, fromY: 0.7, toY: 0.72, x: 0.8 }),
        ...calm(51, 70),
      ],
      { zones: [left] },
    );
    expect(people).toEqual([anna]);
    expect(looks).toHaveLength(18);
  });

  it('says where somebody was lost at the line', async () => {
    const { lostUtcMs, passes } = await sightOf([
      ...calm(0, 42),
      look(43, [[anna, 0.5, 0.55]]),
      look(43.5, [[anna, 0.5, 0.55]]),
      look(47, [[anna, 0.5, 0.7]]),
      look(47.5, [[anna, 0.5, 0.7]]),
      ...calm(48, 70),
    ]);
    expect(passes).toEqual([]);
    expect(lostUtcMs.map(secondsOf)).toEqual([47]);
  });
});

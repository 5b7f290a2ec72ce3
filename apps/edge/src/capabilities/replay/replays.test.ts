import { alertRuleCommands, type ReplayResult } from '@sightline/contracts/alert-rules/alert-rule-link';
import { spotWord } from '@sightline/contracts/analysis/spot-tasks';
import { cameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import type { EdgeCommandInput } from '@sightline/contracts/link/link-commands';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import fc from 'fast-check';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { factsOf, stretches, type Stretch } from '../../../testing/replay/told-facts.fixture.ts';
import { ruleContent } from '../../../testing/rules/evaluated-cameras.fixture.ts';
import { systemClock } from '../../platform/clock.ts';
import { CameraEvaluator } from '../rules/camera-evaluator.ts';
import { runnableRule, spansFrom } from '../rules/runnable-rule.ts';
import { lookFiles, pruneLooks } from './look-files.ts';
import { LookRecorder } from './look-recorder.ts';
import { Replays, type ReplaysDeps } from './replays.ts';

type Asked = EdgeCommandInput<'rules.replay'>;

const startUtcMs = Date.UTC(2026, 2, 2, 8, 50);
const dayMs = 86_400_000;
const zones = [
  {
    id: '01a2b3c4-0000-7000-8000-000000000099',
    points: [
      { x: 0.3, y: 0.2 },
      { x: 0.7, y: 0.2 },
      { x: 0.7, y: 1 },
      { x: 0.3, y: 1 },
    ],
  },
];
const line = {
  id: '01a2b3c4-0000-7000-8000-000000000098',
  points: [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ],
};
const secondLine = {
  id: '01a2b3c4-0000-7000-8000-000000000097',
  points: [
    { x: 0.79, y: 1 },
    { x: 0.79, y: 0 },
  ],
};
const both = { classes: ['person', 'vehicle'] };
// Limits that no word falls on: what is due falls due between two of them.
const conditions = [
  { kind: 'trespassing', zones, minStayS: 0.93 },
  { kind: 'trespassing', zones, minStayS: 0.93, point: 'any' },
  { kind: 'loitering', zones, limitS: 5.13, mayLeaveS: 2.09 },
  { kind: 'loitering', zones, limitS: 7.13, mayLeaveS: 2.09, counts: 'sum', sumWithinS: 120 },
  { kind: 'lineCrossing', line },
  { kind: 'occupancy', zones, count: 2, forS: 3.03 },
  { kind: 'occupancy', zones, compare: 'between', count: 1, maxCount: 2, forS: 3.03 },
  { kind: 'occupancy', countedBy: 'lines', lines: [line], count: 1, forS: 2.03 },
  { kind: 'absence', zones, forS: 10.11 },
  { kind: 'appearing', zones: [], minStayS: 0.61, reappearS: 0 },
  { kind: 'disappearing', zones, goneS: 3.17 },
  { kind: 'tailgating', line, withinS: 8.3 },
  { kind: 'proximity', distance: 3, forS: 0.77 },
  { kind: 'trafficControl', ...both, zones, judges: { what: 'wrongWay', heading: 270 } },
  { kind: 'trafficControl', ...both, zones, judges: { what: 'stopped', limitS: 5.3 } },
  { kind: 'speedControl', ...both, line, secondLine, metres: 20, limitKmh: 3, when: 'measured' },
  { kind: 'missingObject', classes: ['vehicle'], place: { x: 0.2, y: 0.4, width: 0.06, height: 0.3 }, forS: 5.3 },
  { kind: 'personalSafety', stillS: 15.3 },
  { kind: 'motion', minCells: 2, onS: 1.3 },
  { kind: 'zoneProtection', zones, minStayS: 0.53, withMotion: true },
  { kind: 'tampering', forS: 7.3 },
  { kind: 'threat', windowS: 3.1 },
  { kind: 'protectiveGear', items: ['helmet', 'vest'], graceS: 3.1 },
  { kind: 'gloves', forS: 3.1 },
  { kind: 'fire', flameS: 3.1, smokeS: 5.3 },
  { kind: 'fall', downS: 5.3 },
  { kind: 'violence', windowS: 3.1 },
  { kind: 'container', zones },
  { kind: 'container', numbers: ['TCLU 123456-8'] },
  { kind: 'face', zones },
  { kind: 'licensePlate', zones, mode: 'onList', plates: ['AB 123-45'], reads: 3 },
  { kind: 'suspect', zones, upper: ['red', 'pink'] },
] as const;
const everything: Stretch[] = [
  { forS: 70, people: [], moving: [], sees: 'all', spots: [] },
  { forS: 20, people: [{ number: 5, from: 0.23, to: 0.23 }], moving: [3, 4, 70], sees: 'all' },
  {
    forS: 6,
    people: [
      { number: 1, from: 0.1, to: 0.9 },
      { number: 2, from: 0.02, to: 0.82 },
    ],
    moving: [],
    sees: 'all',
  },
  { forS: 8, people: [{ number: 5, from: 0.1, to: 0.5 }], moving: [], sees: 'all' },
  { forS: 12, people: [{ number: 5, from: 0.5, to: 0.5 }], moving: [], sees: 'all', deed: 'hand' },
  {
    forS: 4,
    people: [
      { number: 5, from: 0.5, to: 0.6 },
      { number: 3, from: 0.9, to: 0.6 },
    ],
    moving: [],
    sees: 'all',
  },
  { forS: 30, people: [{ number: 4, from: 0.5, to: 0.5 }], moving: [], sees: 'all', spots: spotWord.options },
  {
    forS: 12,
    people: [
      { number: 1, from: 0.5, to: 0.55 },
      { number: 2, from: 0.52, to: 0.57 },
    ],
    moving: [],
    sees: 'all',
    spots: spotWord.options,
  },
];
const walk: Stretch = { forS: 20, people: [{ number: 1, from: 0.1, to: 0.9 }], moving: [], sees: 'all' };
const calm: Stretch = { forS: 100, people: [], moving: [], sees: 'all' };

let volume: string;
let cameraId: string;
let recorder: LookRecorder;

beforeEach(() => {
  volume = mkdtempSync(join(tmpdir(), 'looks-'));
  cameraId = uuidv7();
  recorder = startRecorder();
});
afterEach(async () => {
  await recorder.stop();
  rmSync(volume, { recursive: true });
});

const startRecorder = (isHere = true): LookRecorder =>
  new LookRecorder({ volume, isHere: () => Promise.resolve(isHere), log: pino({ level: 'silent' }) });

function replays(change: Partial<ReplaysDeps> = {}): Replays {
  return new Replays({
    volume,
    isHere: () => Promise.resolve(true),
    timeZoneOf: (id) => (id === cameraId ? 'UTC' : undefined),
    flush: () => recorder.flush(),
    clock: { nowUtcMs: () => startUtcMs + 2 * dayMs, monotonicMs: systemClock.monotonicMs },
    ...change,
  });
}

const question = (condition: object, change: Partial<Asked> = {}): Asked => ({
  replayId: uuidv7(),
  cameraId,
  condition: (cameraCondition.safeParse(condition).data ?? condition) as Asked['condition'],
  schedule: null,
  coolDownS: 0,
  mergeS: 0,
  days: 7,
  ...change,
});

/** Asks until it is done. */
async function resultOf(asked: Asked, by = replays()): Promise<ReplayResult> {
  for (;;) {
    const answer = await by.answer(asked);
    expect(alertRuleCommands['rules.replay'].output.safeParse(answer).error).toBeUndefined();
    if (answer.state === 'done') return answer.result;
  }
}

const files = (): string[] =>
  readdirSync(join(volume, 'looks', cameraId), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.look'))
    .toSorted()
    .map((name) => join(volume, 'looks', cameraId, name));

describe('a rule that is tried on what a camera saw', () => {
  it('is refused for a camera of another core, for a kind that is not judged on tracks, and without the disk', async () => {
    await expect(replays().answer(question(conditions[0], { cameraId: uuidv7() }))).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(replays().answer(question({ kind: 'eventTag', tag: 'Bell' }))).rejects.toMatchObject({
      code: 'back_test_kind',
    });
    const away = replays({ isHere: () => Promise.resolve(false) });
    await expect(away.answer(question(conditions[0]))).rejects.toMatchObject({ code: 'footage_disk_away' });
  });

  it('finds nothing where nothing was seen, and says that nothing is known', async () => {
    expect(await resultOf(question(conditions[0]))).toMatchObject({
      count: 0,
      moments: [],
      fromUtcMs: null,
      seenMs: 0,
    });
  });

  it('is proved for every kind that can be tried', () => {
    const kinds = cameraCondition.options.map(({ shape }) => shape.kind.value);
    expect(new Set(conditions.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it.each(conditions)('alerts in a replay as it does live: $kind', async (condition) => {
    const compare = async (happened: readonly Stretch[], times: { coolDownS: number; mergeS: number }) => {
      cameraId = uuidv7();
      const facts = factsOf(happened, startUtcMs);
      for (const fact of facts) recorder.facts(cameraId, [fact]);
      const found = await resultOf(question(condition, times));
      expect(found.moments.toReversed()).toEqual(liveMoments(facts, condition, times));
      return found.count;
    };
    expect(await compare(everything, { coolDownS: 0, mergeS: 0 })).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(stretches, fc.nat(3), async (happened, coolDowns) => {
        await compare(happened, { coolDownS: coolDowns * 7, mergeS: coolDowns });
      }),
      { numRuns: 15 },
    );
  });

  it('knows how much was seen, when it would have alerted, and what held it back', async () => {
    const facts = factsOf([walk, calm, { ...calm, forS: 40, sees: 'nothing' }, walk], startUtcMs);
    recorder.facts(cameraId, facts);
    const found = await resultOf(question(conditions[0], { coolDownS: 3600 }));
    expect(found.count).toBe(1);
    expect(found.heldBack).toEqual([{ hindrance: 'coolDown', count: 1 }]);
    expect(found.fromUtcMs).toBe(facts[0]!.atUtcMs);
    const lastedMs = facts.at(-1)!.atUtcMs - facts[0]!.atUtcMs;
    expect(found.seenMs).toBeGreaterThan(lastedMs - 45_000);
    expect(found.seenMs).toBeLessThan(lastedMs - 35_000);
    expect((await resultOf(question(conditions[0]))).count).toBe(2);
  });

  it('answers how far it is while it runs, and the same question asks on', async () => {
    recorder.facts(cameraId, factsOf([walk], startUtcMs));
    let isHere: (here: boolean) => void = () => undefined;
    const gate = new Promise<boolean>((resolve) => (isHere = resolve));
    const slow = replays({ waitMs: 1, isHere: () => gate });
    const asked = question(conditions[0]);
    expect(await slow.answer(asked)).toEqual({ state: 'running', share: 0 });
    isHere(true);
    expect(await resultOf(asked, slow)).toMatchObject({ count: 1 });
  });

  it('lets few be tried side by side, and gives up what nobody asks for any more', async () => {
    let nowMs = 0;
    const clock = { nowUtcMs: () => startUtcMs + dayMs, monotonicMs: () => nowMs };
    let isHere: (here: boolean) => void = () => undefined;
    const gate = new Promise<boolean>((resolve) => (isHere = resolve));
    const busy = replays({ waitMs: 1, isHere: () => gate, clock });
    for (let index = 0; index < 10; index += 1) await busy.answer(question(conditions[0]));
    await expect(busy.answer(question(conditions[0]))).rejects.toMatchObject({ code: 'back_test_busy' });
    nowMs = 20_000;
    isHere(true);
    expect(await resultOf(question(conditions[0]), busy)).toMatchObject({ count: 0 });
    busy.stop();
  });
});

describe('the looks of a camera', () => {
  it('are not written where the disk is away', async () => {
    const away = startRecorder(false);
    away.facts(cameraId, factsOf([walk], startUtcMs));
    await away.flush();
    expect(await lookFiles.cameras(volume)).toEqual([]);
  });

  it('go on in another file with the hour, and after a restart', async () => {
    const facts = factsOf([walk, ...Array.from({ length: 6 }, () => calm), walk], startUtcMs);
    recorder.facts(cameraId, facts.slice(0, 300));
    await recorder.stop();
    recorder = startRecorder();
    recorder.facts(cameraId, facts.slice(300));
    expect((await resultOf(question(conditions[0]))).count).toBe(2);
    expect(files()).toHaveLength(2);
  });

  it('are read as far as they are whole: a cut, a damaged byte and foreign bytes cost no more than their block', async () => {
    for (const part of [3, 2, 1]) {
      recorder.facts(cameraId, factsOf([walk], startUtcMs - part * 300_000));
      await recorder.flush();
    }
    const [path] = files();
    const whole = readFileSync(path!);
    expect((await resultOf(question(conditions[0]))).count).toBe(3);
    const damaged = Buffer.from(whole);
    damaged[20] = damaged[20]! ^ 255;
    writeFileSync(path!, damaged);
    expect((await resultOf(question(conditions[0]))).count).toBe(2);
    writeFileSync(path!, Buffer.concat([Buffer.from('LK what is this'), whole]));
    expect((await resultOf(question(conditions[0]))).count).toBe(3);
    writeFileSync(path!, whole);
    truncateSync(path!, statSync(path!).size - 5);
    expect((await resultOf(question(conditions[0]))).count).toBe(2);
  });

  it('go with the footage and motion that they are of, after a month, and with their camera', async () => {
    recorder.facts(cameraId, factsOf([walk], startUtcMs));
    await recorder.flush();
    const kept = new Map([[cameraId, startUtcMs - dayMs]]);
    await pruneLooks(volume, kept, startUtcMs + 30 * dayMs);
    expect(files()).toHaveLength(1);
    await pruneLooks(volume, kept, startUtcMs + 32 * dayMs);
    expect(await lookFiles.cameras(volume)).toEqual([]);
    recorder.facts(cameraId, factsOf([walk], startUtcMs));
    await recorder.flush();
    await pruneLooks(volume, new Map([[cameraId, startUtcMs + dayMs]]), startUtcMs + 2 * dayMs);
    expect(await lookFiles.cameras(volume)).toEqual([]);
    recorder.facts(cameraId, factsOf([walk], startUtcMs));
    await recorder.flush();
    await pruneLooks(volume, new Map(), startUtcMs);
    expect(await lookFiles.cameras(volume)).toEqual([]);
  });

  it('go when the clock that filed them was wrong', async () => {
    recorder.facts(cameraId, factsOf([walk], startUtcMs));
    recorder.facts(cameraId, factsOf([walk], startUtcMs - dayMs));
    await recorder.flush();
    await recorder.forgetWrong((utcMs) => (utcMs < startUtcMs - dayMs / 2 ? utcMs + 1000 : utcMs));
    expect(files()).toHaveLength(1);
    expect((await resultOf(question(conditions[0]))).count).toBe(1);
  });
});

/** The alerts of a rule that is judged live, as a replay tells them. */
function liveMoments(
  facts: readonly ToldFact[],
  condition: object,
  times: { coolDownS: number; mergeS: number },
): ReplayResult['moments'] {
  const rule = runnableRule(
    { id: cameraId, content: ruleContent(condition as never, [cameraId], times) },
    { spansOf: spansFrom(startUtcMs), nowUtcMs: startUtcMs },
  );
  const evaluator = new CameraEvaluator({ id: cameraId, timeZone: 'UTC' });
  evaluator.configure([rule!], { nowUtcMs: startUtcMs - dayMs, former: () => null });
  const moments = new Map<string, ReplayResult['moments'][number]>();
  for (const effect of facts.flatMap((fact) => evaluator.hear(fact))) {
    if (effect.kind === 'nearMiss') continue;
    const { alertId, atUtcMs, count, why } = effect;
    const at = Math.round(atUtcMs);
    const before = moments.get(alertId) ?? { atUtcMs: at, untilUtcMs: at };
    moments.set(alertId, {
      atUtcMs: before.atUtcMs,
      untilUtcMs: Math.max(before.untilUtcMs, at),
      count,
      why: why.map((one) => ({ ...one })),
    });
  }
  return [...moments.values()];
}

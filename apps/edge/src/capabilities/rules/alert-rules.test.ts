import {
  type AlertChangeRecord,
  type AlertNearMissRecord,
  type AlertRuleContent,
  alertRuleRecords,
} from '@sightline/contracts/alert-rules/alert-rule-link';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ruleContent } from '../../../testing/rules/evaluated-cameras.fixture.ts';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import type { ToldFact } from '@sightline/domain/rules/told-fact';
import { AlertRules } from './alert-rules.ts';

/** A Monday, 08:00 UTC. */
const startUtcMs = Date.UTC(2026, 2, 2, 8);
const zoneId = uuidv7();
const zones = [
  {
    id: zoneId,
    points: [
      { x: 0.4, y: 0.4 },
      { x: 1, y: 0.4 },
      { x: 1, y: 1 },
      { x: 0.4, y: 1 },
    ],
  },
];
const trespassing = { kind: 'trespassing', zones, minStayS: 1 };

let folder: string;
let stores: EdgeStores;
let rules: AlertRules;
let judged: ReadonlySet<string>;
let operations = 0;
/** Seconds since the start. */
let nowS = 0;
const clock = { nowUtcMs: () => startUtcMs + nowS * 1000, monotonicMs: () => nowS * 1000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'alert-rules-'));
  nowS = 0;
  open();
});
afterEach(() => {
  rules.stop();
  stores.store.close();
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

function open(): void {
  stores = openEdgeStores(folder);
  stores.desired.own('alertRule');
  rules = new AlertRules({
    stores,
    clock,
    log: pino({ level: 'silent' }),
    setEvaluated: (cameraIds) => (judged = cameraIds),
  });
}

/** As after a kill: nothing is said at the end. */
function killAndStart(): void {
  rules.stop();
  stores.store.close();
  open();
  rules.start();
}

function want(entity: 'camera' | 'alertRule', entityId: string, desired: object | null): void {
  const sequence = ++operations;
  stores.desired.apply({ sequence, entity, entityId, revision: sequence, desired: desired as never }, clock.nowUtcMs());
  rules.configure();
}

function camera(): string {
  const id = uuidv7();
  want('camera', id, cameraConfig({ id, stream: { id: uuidv7() } }));
  return id;
}

function rule(cameraId: string, rest: Partial<AlertRuleContent> = {}, condition: object = trespassing): string {
  const id = uuidv7();
  want('alertRule', id, ruleContent(condition as never, [cameraId], rest));
  return id;
}

const at = (seconds: number): number => startUtcMs + Math.round(seconds * 1000);

/** One look that sees these people, by the place of their feet. */
function see(cameraId: string, second: number, people: readonly (readonly [trackId: string, x: number])[]): void {
  nowS = second;
  const sights = people.map(([trackId, x]) => ({
    trackId,
    class: 'person' as const,
    isResting: false,
    atUtcMs: at(second),
    score: 0.8,
    movedShare: 0.5,
    box: { x: x - 0.05, y: 0.5, width: 0.1, height: 0.3 },
  }));
  tell(cameraId, { kind: 'look', atUtcMs: at(second), sights, ended: [] });
  vi.advanceTimersByTime(500);
}

/** Looks twice a second that see somebody at this place, or nobody. */
function looks(
  cameraId: string,
  [fromS, toS]: readonly [number, number],
  { x = 0.7, isThere = true, trackId = anna } = {},
): void {
  for (let s = fromS; s < toS; s += 0.5) see(cameraId, s, isThere ? [[trackId, x]] : []);
  nowS = toS;
}

const tell = (cameraId: string, ...facts: ToldFact[]): void => rules.facts(cameraId, facts);

/** Real seconds without a word. */
function pass(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    nowS += 1;
    vi.advanceTimersByTime(1000);
  }
}

const anna = uuidv7();
const records = () => stores.outbox.after(0, 10_000).map(({ body }) => body);
const changes = (): AlertChangeRecord[] => records().flatMap((body) => (body.kind === 'alertChange' ? [body] : []));
const nearMisses = (): AlertNearMissRecord[] =>
  records().flatMap((body) => (body.kind === 'alertNearMiss' ? [body] : []));
const words = (): string[] =>
  changes().map(({ phase, closeReason, sequence }) => `${String(sequence)} ${phase} ${closeReason ?? ''}`.trim());

describe('rules on a core', () => {
  it('tell nothing of who is nowhere near, of an empty place, and of cameras without a rule', () => {
    const cameraId = camera();
    const other = camera();
    rule(cameraId);
    rules.start();
    expect([...judged]).toEqual([cameraId]);
    looks(cameraId, [1, 10], { isThere: false });
    looks(cameraId, [10, 20], { x: 0.2 });
    looks(other, [1, 20]);
    expect(records()).toEqual([]);
  });

  it('are kept and not run when they are of a kind that this core does not judge, or does not even know', () => {
    const cameraId = camera();
    const elsewhere = rule(cameraId, {}, { kind: 'eventTag', tag: 'Bell' });
    const newer = rule(cameraId, {}, { kind: 'weather', clouds: 3 });
    rules.start();
    expect([...judged]).toEqual([]);
    looks(cameraId, [1, 10]);
    expect(records()).toEqual([]);
    expect(stores.desired.list('alertRule').map(({ id }) => id)).toEqual([elsewhere, newer].toSorted());
    expect(stores.desired.find('alertRule', newer)?.condition).toEqual({ kind: 'weather', clouds: 3 });
  });

  it('are not run without an option that this core does not know, and are with those that it knows', () => {
    const cameraId = camera();
    const sent = (options: string[], condition: object) => ({ kind: 'withOptions', options, condition });
    rule(cameraId, {}, sent(['ofTomorrow'], trespassing));
    rule(cameraId, {}, sent(['stayCounts', 'ofTomorrow'], { kind: 'loitering', limitS: 5 }));
    rules.start();
    expect([...judged]).toEqual([]);
    const known = rule(cameraId, {}, sent(['stayCounts'], { kind: 'loitering', limitS: 5, counts: 'sum' }));
    rules.configure();
    looks(cameraId, [1, 10]);
    expect(changes().map(({ ruleId, why }) => [ruleId, why[0]?.what])).toEqual([[known, 'stayedInAllS']]);
  });

  it('tell an alert from its opening to its end, in records that the server takes', () => {
    const cameraId = camera();
    const ruleId = rule(cameraId);
    rules.start();
    looks(cameraId, [1, 5]);
    looks(cameraId, [5, 30], { isThere: false });
    expect(words()).toEqual(['1 opened', '2 closed over']);
    for (const change of changes()) expect(alertRuleRecords[0].safeParse(change).error).toBeUndefined();
    const [opened, closed] = changes();
    expect(opened).toMatchObject({ ruleId, cameraId, subjectIds: [anna], openedAtUtcMs: at(2), atUtcMs: at(2) });
    expect(opened!.why).toEqual([{ what: 'stayS', value: 1, limit: 1, placeId: zoneId, class: 'person', score: 0.8 }]);
    expect(closed).toMatchObject({ alertId: opened!.alertId, openedAtUtcMs: at(2) });
  });

  it('protect footage of no rule that asks for none, and claim nothing before an alert is over', () => {
    const cameraId = camera();
    rule(cameraId, { protectDays: 0 });
    rules.start();
    looks(cameraId, [1, 5]);
    looks(cameraId, [5, 30], { isThere: false });
    expect(words()).toEqual(['1 opened', '2 closed over']);
    expect(records().filter(({ kind }) => kind === 'alertFootage')).toEqual([]);
    expect(stores.store.prepare('select * from protected_spans').all()).toEqual([]);
  });

  it('protect the footage of an alert for the days of its rule, also over a restart', () => {
    const cameraId = camera();
    rule(cameraId, { preS: 3, postS: 7, protectDays: 2 });
    rules.start();
    looks(cameraId, [1, 5]);
    killAndStart();
    expect(records().filter(({ kind }) => kind === 'alertFootage')).toEqual([]);
    looks(cameraId, [5, 8], { trackId: uuidv7() });
    looks(cameraId, [8, 30], { isThere: false });
    const closed = changes().find(({ phase }) => phase === 'closed');
    const untilUtcMs = closed!.atUtcMs + 7_000 + 2 * 86_400_000;
    const told = records().filter(({ kind }) => kind === 'alertFootage');
    expect(told).toEqual([{ kind: 'alertFootage', alertId: closed!.alertId, cameraId, untilUtcMs }]);
    expect(alertRuleRecords[2].safeParse(told[0]).error).toBeUndefined();
    expect(stores.store.prepare('select from_utc_ms, to_utc_ms from protected_spans').all()).toEqual([
      { from_utc_ms: closed!.openedAtUtcMs - 3_000, to_utc_ms: closed!.atUtcMs + 7_000 },
    ]);
  });

  it('add to an alert at most once a second, and nothing is lost by it', () => {
    const cameraId = camera();
    rule(cameraId, { mergeS: 3600 });
    rules.start();
    const crowd = Array.from({ length: 8 }, (_, index) => [uuidv7(), 0.45 + index * 0.06] as const);
    for (let half = 2; half < 20; half += 1) see(cameraId, half / 2, crowd.slice(0, half));
    expect(words().length).toBeGreaterThan(2);
    expect(words().length).toBeLessThanOrEqual(8);
    expect(changes().at(-1)!.subjectIds.toSorted()).toEqual(crowd.map(([trackId]) => trackId).toSorted());
  });

  it('say once a minute what kept them from alerting, with the number', () => {
    const cameraId = camera();
    const ruleId = rule(cameraId, { snoozedUntilUtcMs: at(600) });
    rules.start();
    for (let s = 1; s < 60; s += 20) {
      looks(cameraId, [s, s + 3], { trackId: uuidv7() });
      looks(cameraId, [s + 3, s + 20], { isThere: false });
    }
    expect(nearMisses()).toEqual([]);
    pass(61);
    expect(changes()).toEqual([]);
    expect(nearMisses()).toMatchObject([{ ruleId, cameraId, hindrance: 'snoozed', count: 3, atUtcMs: at(2) }]);
    expect(alertRuleRecords[1].safeParse(nearMisses()[0]).error).toBeUndefined();
  });

  it('alert at the instant at which their silence ends, if it is still so', () => {
    const cameraId = camera();
    rule(cameraId, { snoozedUntilUtcMs: at(10) });
    rules.start();
    looks(cameraId, [1, 9.5]);
    expect(words()).toEqual([]);
    looks(cameraId, [9.5, 12]);
    expect(changes()).toMatchObject([{ phase: 'opened', atUtcMs: at(10) }]);
  });

  it('ALERT-041: alert nobody of a muted camera, say so, and leave alone what is open and other cameras', () => {
    const [muted, other] = [camera(), camera()];
    const ruleId = uuidv7();
    const told = (mutes: AlertRuleContent['mutes']): void =>
      want('alertRule', ruleId, ruleContent(trespassing as never, [muted, other], { mutes }));
    told([]);
    rules.start();
    looks(muted, [1, 4]);
    expect(words()).toEqual(['1 opened']);
    told([{ cameraId: muted, untilUtcMs: at(60) }]);
    looks(muted, [4, 6]);
    looks(muted, [6, 20], { isThere: false });
    expect(words().at(-1)).toMatch(/closed over$/);
    looks(other, [20, 23]);
    expect(changes().at(-1)).toMatchObject({ cameraId: other, phase: 'opened' });
    const before = changes().length;
    looks(muted, [23, 27], { trackId: uuidv7() });
    looks(muted, [27, 60], { isThere: false });
    expect(changes().filter(({ cameraId }) => cameraId === muted).length + 1).toBe(before);
    // It lapses by itself: nobody said anything since.
    looks(muted, [61, 64], { trackId: uuidv7() });
    expect(changes().at(-1)).toMatchObject({ cameraId: muted, phase: 'opened' });
    pass(95);
    expect(nearMisses()).toMatchObject([{ ruleId, cameraId: muted, hindrance: 'muted', count: 1 }]);
    expect(alertRuleRecords[1].safeParse(nearMisses()[0]).error).toBeUndefined();
  });

  it('ALERT-041: alert of a camera whose mute is ended by hand, of what is still so', () => {
    const cameraId = camera();
    const ruleId = uuidv7();
    const told = (mutes: AlertRuleContent['mutes']): void =>
      want('alertRule', ruleId, ruleContent(trespassing as never, [cameraId], { mutes }));
    told([{ cameraId, untilUtcMs: at(3600) }]);
    rules.start();
    looks(cameraId, [1, 10]);
    expect(words()).toEqual([]);
    told([]);
    looks(cameraId, [10, 12]);
    expect(changes()).toMatchObject([{ phase: 'opened' }]);
  });

  it('alert nobody while none of their alarms is armed, and say so', () => {
    const cameraId = camera();
    const disarmed = { state: 'disarmed' as const, fromUtcMs: at(0), untilUtcMs: at(600), schedule: null };
    const ruleId = rule(cameraId, { arming: [disarmed] });
    rules.start();
    looks(cameraId, [1, 20]);
    pass(61);
    expect(words()).toEqual([]);
    expect(nearMisses()).toMatchObject([{ ruleId, cameraId, hindrance: 'disarmed' }]);
  });

  it('are armed with the first of their alarms, at its instant', () => {
    const cameraId = camera();
    const armedFrom = (s: number) => ({
      state: 'armed' as const,
      fromUtcMs: at(s),
      untilUtcMs: null,
      schedule: null,
    });
    rule(cameraId, { arming: [armedFrom(300), armedFrom(10)] });
    rules.start();
    looks(cameraId, [1, 9.5]);
    expect(words()).toEqual([]);
    looks(cameraId, [9.5, 12]);
    expect(changes()).toMatchObject([{ phase: 'opened', atUtcMs: at(10) }]);
  });

  it('keep to their schedule by the clocks of the site', () => {
    const cameraId = camera();
    // 09:00:10 to 10:00 in Berlin are 08:00:10 to 09:00 UTC: from the 541st minute on.
    rule(cameraId, {
      schedule: { timeZone: 'Europe/Berlin', hours: [{ day: 1, fromMinute: 541, toMinute: 600 }], exceptions: [] },
    });
    rules.start();
    looks(cameraId, [1, 59.5]);
    expect(words()).toEqual([]);
    looks(cameraId, [59.5, 62]);
    expect(changes()).toMatchObject([{ phase: 'opened', atUtcMs: at(60) }]);
  });
});

describe('what is edited while it fires', () => {
  it('closes when the rule is gone, becomes another, or its camera goes', () => {
    const cameraId = camera();
    const [gone, other, third] = [rule(cameraId), rule(cameraId), rule(cameraId)];
    rules.start();
    looks(cameraId, [1, 5]);
    want('alertRule', gone, null);
    want('alertRule', other, ruleContent({ ...trespassing, minStayS: 30 }, [cameraId]));
    want('camera', cameraId, null);
    const reasons = new Map(changes().map(({ ruleId, closeReason }) => [ruleId, closeReason]));
    expect(reasons).toEqual(
      new Map([
        [gone, 'ruleOff'],
        [other, 'ruleChanged'],
        [third, 'cameraRemoved'],
      ]),
    );
    expect([...judged]).toEqual([]);
  });

  it('stays open under another name', () => {
    const cameraId = camera();
    const ruleId = rule(cameraId);
    rules.start();
    looks(cameraId, [1, 5]);
    want('alertRule', ruleId, ruleContent(trespassing, [cameraId], { name: 'Yard', severity: 'critical', preS: 9 }));
    looks(cameraId, [5, 10]);
    expect(words()).toEqual(['1 opened']);
  });
});

describe('after a kill', () => {
  it('an alert goes on with its id when it is still so, and is told nothing twice', () => {
    const cameraId = camera();
    rule(cameraId, { coolDownS: 60, mergeS: 60 });
    rules.start();
    looks(cameraId, [1, 5]);
    killAndStart();
    // The tracker knows nobody any more: a new track.
    looks(cameraId, [15, 20], { trackId: uuidv7() });
    looks(cameraId, [20, 100], { isThere: false });
    expect(words()).toEqual(['1 opened', '2 updated', '3 closed over']);
    expect(new Set(changes().map(({ alertId }) => alertId)).size).toBe(1);
    expect(changes().map(({ count }) => count)).toEqual([1, 1, 1]);
  });

  it('an alert is closed once when it is so no more, also while the camera is away', () => {
    const cameraId = camera();
    rule(cameraId);
    rules.start();
    looks(cameraId, [1, 5]);
    killAndStart();
    pass(55);
    expect(words()).toEqual(['1 opened']);
    pass(10);
    killAndStart();
    pass(70);
    expect(words()).toEqual(['1 opened', '2 closed coreRestarted']);
  });

  it('an alert ends whose rule or camera went meanwhile', () => {
    const cameraId = camera();
    const gone = rule(cameraId);
    const other = rule(cameraId);
    rules.start();
    looks(cameraId, [1, 5]);
    rules.stop();
    stores.store.close();
    open();
    want('alertRule', gone, null);
    want('alertRule', other, ruleContent({ ...trespassing, minStayS: 30 }, [cameraId]));
    rules.start();
    expect(words().toSorted()).toEqual(['1 opened', '1 opened', '2 closed ruleChanged', '2 closed ruleOff']);
  });

  it('the cool-down goes on', () => {
    const cameraId = camera();
    rule(cameraId, { coolDownS: 120 });
    rules.start();
    looks(cameraId, [1, 5]);
    looks(cameraId, [5, 30], { isThere: false });
    expect(words()).toEqual(['1 opened', '2 closed over']);
    killAndStart();
    looks(cameraId, [40, 44], { trackId: uuidv7() });
    looks(cameraId, [44, 70], { isThere: false });
    expect(words().length).toBe(2);
    looks(cameraId, [150, 154], { trackId: uuidv7() });
    expect(words()).toEqual(['1 opened', '2 closed over', '1 opened']);
  });
});

describe('what is not seen', () => {
  it('closes an alert a minute after nobody looks any more, also when the worker said nothing', () => {
    const cameraId = camera();
    rule(cameraId);
    rules.start();
    looks(cameraId, [1, 5]);
    rules.blind([cameraId]);
    pass(50);
    expect(words()).toEqual(['1 opened']);
    pass(20);
    expect(changes().at(-1)).toMatchObject({ phase: 'closed', closeReason: 'blind', atUtcMs: at(4.5) });
  });

  it('ends what was known when the clock goes back, and judges what comes', () => {
    const cameraId = camera();
    rule(cameraId);
    rules.start();
    looks(cameraId, [3600, 3605]);
    looks(cameraId, [1, 5], { trackId: uuidv7() });
    expect(words()).toEqual(['1 opened', '2 closed blind', '1 opened']);
  });

  it('leaves motion known: a rule on motion needs nobody who looks for people', () => {
    const cameraId = camera();
    rule(cameraId, {}, { kind: 'motion', onS: 1, offS: 2 });
    rules.start();
    const second = (s: number, level: number): ToldFact => ({
      kind: 'motion',
      atUtcMs: at(s),
      levels: new Uint8Array(144).fill(level),
      isGlobal: false,
    });
    tell(cameraId, second(1, 0), { kind: 'blind', atUtcMs: at(1), sees: 'nothing' });
    tell(cameraId, second(30, 90), second(31, 90), second(32, 0));
    for (let s = 33; s < 40; s += 1) tell(cameraId, second(s, 0));
    expect(words()).toEqual(['1 opened', '2 closed over']);
  });
});

it('judges on while the server is away for an hour, also over a kill, and keeps all of it in its order with its own times', () => {
  const cameraId = camera();
  rule(cameraId, { coolDownS: 0, mergeS: 0 });
  rules.start();
  for (let minute = 0; minute < 60; minute += 10) {
    const s = minute * 60;
    looks(cameraId, [s + 1, s + 5], { trackId: uuidv7() });
    looks(cameraId, [s + 5, s + 40], { isThere: false });
    if (minute === 30) killAndStart();
  }
  looks(cameraId, [3595, 3600], { trackId: uuidv7() });
  const told = changes();
  const opened = told.filter(({ phase }) => phase === 'opened');
  expect(opened.map(({ atUtcMs }) => atUtcMs)).toEqual([
    ...[0, 600, 1200, 1800, 2400, 3000].map((s) => at(s + 2)),
    at(3596),
  ]);
  expect(new Set(opened.map(({ alertId }) => alertId)).size).toBe(7);
  expect(words()).toEqual([...Array.from({ length: 6 }, () => ['1 opened', '2 closed over']).flat(), '1 opened']);
  for (const { atUtcMs, decidedAtUtcMs } of opened) expect(decidedAtUtcMs - atUtcMs).toBeLessThan(1_000);
});

it('leaves out what nearly alerted while the server is away for long, and never an alert', () => {
  rules.stop();
  const cameraId = camera();
  rule(cameraId, { snoozedUntilUtcMs: at(30) });
  const deps = { stores, clock, log: pino({ level: 'silent' }), longOutboxRows: 0, setEvaluated: () => undefined };
  rules = new AlertRules(deps);
  rules.start();
  stores.outbox.append(at(0), { kind: 'coreNotice', code: 'internal', detail: 'waits' });
  looks(cameraId, [1, 5]);
  looks(cameraId, [5, 40], { isThere: false });
  looks(cameraId, [40, 44], { trackId: uuidv7() });
  pass(80);
  expect(nearMisses()).toEqual([]);
  expect(words()[0]).toBe('1 opened');
});

describe('a count over lines', () => {
  const gate = {
    id: uuidv7(),
    points: [
      { x: 0.5, y: 1 },
      { x: 0.5, y: 0 },
    ],
  };
  /** The site's day ends at nine, in an hour. */
  const counting = { kind: 'occupancy', countedBy: 'lines', lines: [gate], count: 3, forS: 0, resetHour: 9 };
  /** Somebody walks in for four seconds. */
  function walksIn(cameraId: string, second: number): void {
    const trackId = uuidv7();
    for (let s = 0; s <= 4; s += 0.5) see(cameraId, second + s, [[trackId, 0.3 + s / 10]]);
    looks(cameraId, [second + 4.5, second + 10], { isThere: false });
  }
  function counts(condition = counting): string {
    const cameraId = camera();
    rule(cameraId, {}, condition);
    rules.start();
    walksIn(cameraId, 1);
    walksIn(cameraId, 20);
    expect(words()).toEqual([]);
    return cameraId;
  }

  it('is not lost when the core is killed: the third who comes after it is the third', () => {
    const cameraId = counts();
    killAndStart();
    walksIn(cameraId, 60);
    expect(words()).toEqual(['1 opened']);
    expect(changes()[0]?.why).toMatchObject([{ what: 'insideCount', value: 3, limit: 3 }]);
  });

  it('begins at nobody after the hour at which it is reset, also where that passed while the core was off', () => {
    const cameraId = counts();
    killAndStart();
    walksIn(cameraId, 3_700);
    walksIn(cameraId, 3_720);
    expect(words()).toEqual([]);
    walksIn(cameraId, 3_740);
    expect(words()).toEqual(['1 opened']);
  });

  it('is of its condition: one that counts elsewhere begins at nobody, and nothing is kept of a rule that is gone', () => {
    const cameraId = camera();
    const id = rule(cameraId, {}, counting);
    rules.start();
    walksIn(cameraId, 1);
    walksIn(cameraId, 20);
    want('alertRule', id, ruleContent({ ...counting, resetHour: 10 }, [cameraId]));
    killAndStart();
    walksIn(cameraId, 60);
    expect(words()).toEqual([]);
    want('alertRule', id, null);
    expect(stores.store.prepare('select count(*) as rows from line_counts').get()).toEqual({ rows: 0 });
  });

  it('goes on when the clock is set back', () => {
    const cameraId = counts();
    walksIn(cameraId, 5);
    expect(words()).toEqual(['1 opened']);
  });
});

import type { EntranceContent, EntranceMinutesRecord } from '@sightline/contracts/entrances/entrance-link';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import { EntranceCounts } from './entrance-counts.ts';

/** A Monday, 08:00 UTC. */
const startUtcMs = Date.UTC(2026, 2, 2, 8);
const minuteMs = 60_000;

let folder: string;
let stores: EdgeStores;
let counts: EntranceCounts;
let cameraId: string;
let operations = 0;
/** Seconds since the start. */
let nowS = 0;
const clock = { nowUtcMs: () => startUtcMs + nowS * 1000, monotonicMs: () => nowS * 1000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'entrance-counts-'));
  nowS = 0;
  open();
  counts.start();
  cameraId = uuidv7();
  want('camera', cameraId, cameraConfig({ id: cameraId, stream: { id: uuidv7() } }));
});
afterEach(() => {
  counts.stop();
  stores.store.close();
  rmSync(folder, { recursive: true, force: true });
  vi.useRealTimers();
});

function open(): void {
  stores = openEdgeStores(folder);
  stores.desired.own('entrance');
  counts = new EntranceCounts({ stores, clock, log: pino({ level: 'silent' }) });
}

function restart(): void {
  counts.stop();
  stores.store.close();
  open();
  counts.start();
}

function want(entity: 'camera' | 'entrance', entityId: string, desired: object | null): void {
  const sequence = ++operations;
  stores.desired.apply({ sequence, entity, entityId, revision: sequence, desired: desired as never }, clock.nowUtcMs());
  counts.configure();
}

/** Upright in the middle; to its right is inside. */
function entrance(rest: Partial<EntranceContent> = {}): string {
  const id = uuidv7();
  const line = [
    { x: 0.5, y: 1 },
    { x: 0.5, y: 0 },
  ];
  want('entrance', id, { cameraId, line, inSide: 'right', classes: ['person'], ...rest });
  return id;
}

/** Until this second nothing is seen, while the clock goes on. */
function quietUntil(toS: number): void {
  while (nowS < toS) {
    nowS += 1;
    counts.facts(cameraId, [{ kind: 'seen', atUtcMs: clock.nowUtcMs() }]);
    vi.advanceTimersByTime(1000);
  }
}

let walkers = 0;
/** Somebody walks through within four seconds, and is over the line after two. */
function walk(fromX: number, toX: number): void {
  const trackId = `walker-${String((walkers += 1))}`;
  for (let look = 0; look <= 20; look += 1) {
    const x = fromX + ((toX - fromX) * look) / 20;
    const atUtcMs = clock.nowUtcMs() + look * 200;
    const box = { x: x - 0.05, y: 0.5, width: 0.1, height: 0.3 };
    const sight = { trackId, class: 'person' as const, isResting: false, atUtcMs, box, score: 0.8, movedShare: 1 };
    const ended = look === 20 ? [{ trackId, reason: 'left' as const }] : [];
    counts.facts(cameraId, [{ kind: 'look', atUtcMs, sights: [sight], ended }]);
  }
  nowS += 4;
  vi.advanceTimersByTime(4000);
}

/** What is wanted of the outbox: as a server reads it that has `sent` records already. */
const records = (sent = 0): EntranceMinutesRecord[] =>
  stores.outbox.after(sent, 1000).flatMap(({ body }) => (body.kind === 'entranceMinutes' ? [body] : []));
/** Minutes as a server keeps them: the newest of each. */
function kept(told = records()): { minute: number; ins: number[]; outs: number[]; watchedS: number }[] {
  const newest = new Map<number, EntranceMinutesRecord['minutes'][number]>();
  for (const minute of told.flatMap(({ minutes }) => minutes))
    if (minute.revision > (newest.get(minute.atUtcMs)?.revision ?? 0)) newest.set(minute.atUtcMs, minute);
  return [...newest.values()]
    .toSorted((a, b) => a.atUtcMs - b.atUtcMs)
    .map(({ atUtcMs, ins, outs, watchedS }) => ({ minute: (atUtcMs - startUtcMs) / minuteMs, ins, outs, watchedS }));
}

describe('nothing is counted', () => {
  it('at entrances that are not there any more, and nothing of them is told later', () => {
    const id = entrance();
    quietUntil(20);
    want('entrance', id, null);
    walk(0.2, 0.8);
    quietUntil(400);
    expect(records()).toEqual([]);
  });

  it('of a camera that this core does not have, or that nobody told of', () => {
    entrance({ cameraId: uuidv7() });
    walk(0.2, 0.8);
    expect(records()).toEqual([]);
  });

  it('as watched while nobody looks', () => {
    entrance();
    quietUntil(60);
    counts.facts(cameraId, [{ kind: 'blind', atUtcMs: clock.nowUtcMs(), sees: 'motion' }]);
    quietUntil(90);
    counts.facts(cameraId, [{ kind: 'look', atUtcMs: clock.nowUtcMs(), sights: [], ended: [] }]);
    quietUntil(120);
    counts.blind([cameraId]);
    quietUntil(500);
    expect(kept()).toEqual([
      { minute: 0, ins: [], outs: [], watchedS: 59 },
      { minute: 1, ins: [], outs: [], watchedS: 30 },
    ]);
  });
});

it('tells at once who went through, and what it watched every few minutes', () => {
  entrance();
  quietUntil(10);
  walk(0.2, 0.8);
  expect(kept()).toMatchObject([{ minute: 0, ins: [12], outs: [] }]);
  walk(0.8, 0.2);
  expect(kept()).toMatchObject([{ minute: 0, ins: [12], outs: [16] }]);
  const before = records().length;
  quietUntil(299);
  expect(records()).toHaveLength(before);
  quietUntil(600);
  const told = kept();
  expect(told[0]).toMatchObject({ ins: [12], outs: [16] });
  expect(told.slice(1, 5).map(({ watchedS }) => watchedS)).toEqual([60, 60, 60, 60]);
});

it('says all of an hour in one record while the server is away, and counts every passage in it once', () => {
  entrance();
  for (let minute = 0; minute < 50; minute += 1) {
    quietUntil(minute * 60 + 10);
    walk(0.2, 0.8);
  }
  expect(stores.outbox.depth()).toBe(1);
  expect(kept().map(({ ins }) => ins)).toEqual(Array.from({ length: 50 }, () => [12]));
});

it('tells a minute anew that grew after it was sent', () => {
  entrance();
  quietUntil(10);
  walk(0.2, 0.8);
  const first = records();
  walk(0.8, 0.2);
  const then = records(1);
  expect(kept(first)).toMatchObject([{ ins: [12], outs: [] }]);
  expect(kept([...then, ...first])).toMatchObject([{ ins: [12], outs: [16] }]);
});

it('forgets nothing by a restart, and goes on with the minute that is not over', () => {
  entrance();
  quietUntil(10);
  walk(0.2, 0.8);
  restart();
  walk(0.2, 0.8);
  expect(kept()).toMatchObject([{ minute: 0, ins: [12, 16] }]);
});

it('overwrites no record of others once the outbox is numbered anew for another server', () => {
  entrance();
  stores.outbox.append(startUtcMs, { kind: 'coreNotice', code: 'disk_failed', detail: 'first' });
  quietUntil(10);
  walk(0.2, 0.8);
  stores.outbox.acknowledge(1);
  stores.outbox.append(startUtcMs, { kind: 'coreNotice', code: 'disk_failed', detail: 'second' });
  stores.outbox.restart();
  walk(0.2, 0.8);
  expect(stores.outbox.after(0, 10).filter(({ body }) => body.kind === 'coreNotice')).toHaveLength(1);
  expect(kept()).toMatchObject([{ minute: 0, ins: [12, 16] }]);
});

it('moves what is not told yet when the clock was wrong, with what waits in the outbox', () => {
  entrance();
  quietUntil(10);
  walk(0.2, 0.8);
  quietUntil(70);
  const byMs = 7_222_500;
  const right = (utcMs: number): number => utcMs + byMs;
  counts.correctTimes(right);
  quietUntil(400);
  const minutes = kept().map(({ minute }) => minute);
  expect(minutes).toContain(byMs / minuteMs + 1);
  expect(new Set(minutes).size).toBe(minutes.length);
});

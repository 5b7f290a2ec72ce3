import type { DoorCandidateRecord, DoorPosition, DoorStateRecord } from '@sightline/contracts/doors/door-link';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EdgeStores, openEdgeStores } from '../../platform/store/edge-stores.ts';
import type { WatchedDoor } from '../recognise/doors/door-messages.ts';
import { Doors } from './doors.ts';

const startUtcMs = Date.UTC(2026, 2, 2, 8);
const at = (seconds: number): number => startUtcMs + seconds * 1000;
const log = pino({ level: 'silent' });

let folder: string;
let stores: EdgeStores;
let doors: Doors;
let cameraId: string;
let watched: ReadonlyMap<string, readonly WatchedDoor[]>;
let operations: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'doors-'));
  operations = 0;
  open();
  cameraId = uuidv7();
  want('camera', cameraId, cameraConfig({ id: cameraId, stream: { id: uuidv7() } }));
});
afterEach(() => {
  doors.stop();
  stores.store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): void {
  stores = openEdgeStores(folder);
  stores.desired.own('door');
  const clock = { nowUtcMs: () => startUtcMs, monotonicMs: () => 0 };
  doors = new Doors({ stores, clock, log, setDoors: (wanted) => (watched = wanted) });
  doors.start();
}

function want(entity: 'camera' | 'door', entityId: string, desired: object | null): void {
  const sequence = ++operations;
  stores.desired.apply({ sequence, entity, entityId, revision: sequence, desired: desired as never }, startUtcMs);
  doors.configure();
}

const area = [
  { x: 0.4, y: 0.2 },
  { x: 0.5, y: 0.2 },
  { x: 0.5, y: 0.7 },
];
const near = area.map(({ x, y }) => ({ x: x + 0.01, y }));
const away = area.map(({ x, y }) => ({ x: x - 0.3, y }));

function door(): string {
  const id = uuidv7();
  want('door', id, { cameraId, area, looks: null });
  return id;
}

const see = (doorId: string, state: DoorPosition, ...[sinceS, seenS = sinceS]: [number, number?]): void =>
  doors.hear(cameraId, {
    kind: 'states',
    atUtcMs: at(seenS),
    doors: [{ doorId, state, sinceUtcMs: at(sinceS) }],
  });
const find = (of: typeof area, seconds: number, doorId: string | null = null): void => {
  const look = { signature: 'AQID', jpeg: Uint8Array.of(1, 2, 3), atUtcMs: at(seconds) };
  doors.hear(cameraId, { kind: 'found', atUtcMs: at(seconds), doorId, area: of, looks: [look, look] });
};
const records = <K extends 'doorState' | 'doorCandidate'>(kind: K) =>
  stores.outbox
    .after(0, 1000)
    .flatMap(({ body }) => (body.kind === kind ? [body as DoorStateRecord | DoorCandidateRecord] : []));
const told = (): (string | number)[][] =>
  (records('doorState') as DoorStateRecord[]).map(({ state, atUtcMs, revision }) => [
    state,
    (atUtcMs - startUtcMs) / 1000,
    revision,
  ]);
const candidates = (): DoorCandidateRecord[] => records('doorCandidate') as DoorCandidateRecord[];

describe('nothing is told', () => {
  it('of a door that is not wanted here, or is at another camera', () => {
    see(uuidv7(), 'open', 1);
    const id = door();
    doors.hear(uuidv7(), { kind: 'states', atUtcMs: at(1), doors: [{ doorId: id, state: 'open', sinceUtcMs: at(1) }] });
    find(area, 1, uuidv7());
    expect([told(), candidates()]).toEqual([[], []]);
  });

  it('of a state that is told already, or once a door is removed', () => {
    const id = door();
    see(id, 'closed', 1);
    see(id, 'closed', 1, 11);
    want('door', id, null);
    see(id, 'open', 20);
    expect(told()).toEqual([['closed', 1, 1]]);
    expect(watched.size).toBe(0);
  });
});

describe('a door', () => {
  it('is told with each change, by numbers that go on after a restart; in between nobody knows', () => {
    const id = door();
    see(id, 'closed', 1);
    see(id, 'open', 30, 31);
    see(id, 'open', 30, 130);
    doors.stop();
    stores.store.close();
    open();
    see(id, 'closed', 500);
    expect(told()).toEqual([
      ['closed', 1, 1],
      ['open', 30, 2],
      ['unsure', 130, 3],
      ['closed', 500, 4],
    ]);
  });

  it('is unsure from when it was seen last when who looked is gone, once', () => {
    const id = door();
    see(id, 'open', 10, 14);
    doors.blind([uuidv7()]);
    doors.blind([cameraId]);
    doors.blind([cameraId]);
    expect(told()).toEqual([
      ['open', 10, 1],
      ['unsure', 14, 2],
    ]);
  });

  it('is told again to a server that forgot', () => {
    see(door(), 'ajar', 10);
    doors.tellAll();
    expect(told()).toEqual([
      ['ajar', 10, 1],
      ['ajar', 10, 2],
    ]);
  });

  it('keeps to the time that was put right', () => {
    const id = door();
    see(id, 'open', 10, 40);
    doors.correctTimes((utcMs) => utcMs + 3_600_000);
    doors.blind([cameraId]);
    expect(told().at(-1)).toEqual(['unsure', 3640, 2]);
  });
});

describe('a place that seems to be a door', () => {
  it('keeps its id, over restarts too, and is told once an hour at most', () => {
    find(area, 10);
    find(near, 20);
    doors.stop();
    stores.store.close();
    open();
    find(near, 30);
    find(away, 40);
    find(near, 4000);
    const [first, other, again] = candidates();
    expect(candidates()).toHaveLength(3);
    expect(again!.doorId).toBe(first!.doorId);
    expect(other!.doorId).not.toBe(first!.doorId);
    expect(first!.looks[0]).toEqual({ signature: 'AQID', picture: 'AQID', atUtcMs: at(10) });
  });

  it('is told under the id of the door whose looks are asked for', () => {
    const id = door();
    find(area, 10, id);
    expect(candidates().map(({ doorId }) => doorId)).toEqual([id]);
  });

  it('is forgotten with its camera', () => {
    find(area, 10);
    want('camera', cameraId, null);
    expect(stores.store.prepare('select count(*) from door_candidates').pluck().get()).toBe(0);
  });
});

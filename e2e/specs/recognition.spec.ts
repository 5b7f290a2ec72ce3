import type { Event } from '@sightline/contracts/events/event';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeBrightSquarePack } from '../../apps/edge/testing/analyse/bright-square-pack.fixture.ts';
import { cameraAnalysis, eventsOf, waitForAnalysis, waitForEvent } from '../fixtures/events.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf } from '../fixtures/footage.ts';
import { findDescendant } from '../fixtures/processes.ts';
import type { Site, System } from '../fixtures/system.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../fixtures/system.ts';

/** The clip repeats: a bright square walks from the left edge to the right, which the pack takes for a person. */
const roundMs = 12_000;

let packs: string;
let system: System;
let site: Site;
let cameraId: string;

beforeAll(async () => {
  packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  await writeBrightSquarePack(join(packs, 'bright-square'));
  system = await startSystem({ edgeArgs: ['--model-packs', packs, '--no-model-fetch'] });
  await system.cameras.addStream('gate', { file: await testMedia('h264-sub') });
  site = await setUpSite(system);
  cameraId = (await addCamera(system, site, { name: 'Gate', main: system.cameras.url('gate') })).id;
  await waitForCamera(system, cameraId, 'online');
  await waitForAnalysis(system, site, cameraId);
});

afterAll(async () => {
  await system.stop();
  await rm(packs, { recursive: true, force: true });
});

const isOpen = (event: Event): boolean => event.phase !== 'closed';

/** Pairs of events that tell the same seconds twice: more than a second, for a track may be cut in two at the seam of the clip. */
function twice(events: readonly Event[]): string[] {
  const sorted = events.toSorted((a, b) => a.startedAtUtcMs - b.startedAtUtcMs);
  return sorted.flatMap((event, index) => {
    const next = sorted[index + 1];
    return next && event.lastSeenUtcMs - next.startedAtUtcMs > 1_000 ? [`${event.id} and ${next.id}`] : [];
  });
}

test('says which pack looks, and whose it is', async () => {
  const { wantedFps, stream } = await cameraAnalysis(system, site, cameraId);
  expect(stream).toBe('main');
  expect(wantedFps).toBeGreaterThan(0);
  const edge = await system.api.call(edgesCalls.get, { params: { id: site.edgeId } });
  expect(edge.capabilities).toContain('detect:bright-square@1');
});

test('a person who walks through is an event while in view, and one event when gone', async () => {
  const open = await waitForEvent({ system, cameraId }, isOpen);
  const closed = await waitForEvent({ system, cameraId }, ({ id, phase }) => id === open.id && phase === 'closed');
  const full = await waitForEvent({ system, cameraId }, ({ phase, dwellMs }) => phase === 'closed' && dwellMs > 8_000);
  expect(closed.startedAtUtcMs).toBe(open.startedAtUtcMs);
  expect(full).toMatchObject({ class: 'person', modelId: 'bright-square@1', isStationary: false, plate: null });
  expect(full.heading).toBeGreaterThan(70);
  expect(full.heading).toBeLessThan(110);
  expect(full.path.at(-1)![1] - full.path[0]![1]).toBeGreaterThan(0.5);
  expect(full.speed).toBeGreaterThan(0.03);
  const pictured = await waitForEvent(
    { system, cameraId },
    ({ id, thumbnails }) => id === full.id && thumbnails.object !== null,
  );
  const picture = await fetch(new URL(pictured.thumbnails.object ?? '', system.url));
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await picture.arrayBuffer()).subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
}, 60_000);

test('events of the time in which the server was away arrive once', async () => {
  const walking = await waitForEvent(
    { system, cameraId },
    (event) => isOpen(event) && Date.now() - event.startedAtUtcMs < 4_000,
  );
  const awayFromUtcMs = Date.now();
  await system.server.kill();
  await wait(roundMs);
  const awayToUtcMs = Date.now();
  system.server.restart();
  await system.server.ready();
  const walked = await waitForEvent(
    { system, cameraId },
    ({ id, phase }) => id === walking.id && phase === 'closed',
    60_000,
  );
  expect(walked.startedAtUtcMs).toBe(walking.startedAtUtcMs);
  expect(walked.dwellMs).toBeGreaterThan(8_000);
  await waitForEvent(
    { system, cameraId },
    ({ startedAtUtcMs }) => startedAtUtcMs > awayFromUtcMs && startedAtUtcMs < awayToUtcMs,
  );
  await waitForEvent({ system, cameraId }, ({ startedAtUtcMs }) => startedAtUtcMs > awayToUtcMs);
  const events = await eventsOf(system, cameraId);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(twice(events)).toEqual([]);
}, 120_000);

test('a decode worker that dies takes no footage with it, leaves no event open, and comes back', async () => {
  const open = await waitForEvent({ system, cameraId }, isOpen);
  const killedAtUtcMs = Date.now();
  process.kill(findDescendant(system.edge.pid, 'decode-worker'), 'SIGKILL');
  const next = await waitForEvent({ system, cameraId }, ({ startedAtUtcMs }) => startedAtUtcMs > killedAtUtcMs, 40_000);
  const left = await waitForEvent({ system, cameraId }, ({ id, phase }) => id === open.id && phase === 'closed');
  expect(left.endedAtUtcMs ?? 0).toBeLessThan(next.startedAtUtcMs + 1_000);
  const now = Date.now();
  expect((await coverageOf(system, cameraId, { fromUtcMs: killedAtUtcMs - 3_000, toUtcMs: now - 1_500 })).gaps).toEqual(
    [],
  );
  await eventually(async () => {
    const { items } = await system.api.call(edgesCalls.notices, { params: { id: site.edgeId }, query: {} });
    expect(items.map(({ code }) => code)).toContain('analysis_restarted');
  });
}, 120_000);

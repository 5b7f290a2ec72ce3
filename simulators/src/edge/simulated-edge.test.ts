import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../apps/server/testing/test-server.ts';
import type { TestServer } from '../../../apps/server/testing/test-server.ts';
import { createApiClient } from '../demo/api-client.ts';
import type { ApiClient } from '../demo/api-client.ts';
import { enterDemo } from '../demo/seed.ts';
import { CommandRefusal, SimulatedEdge } from './simulated-edge.ts';
import { simulatedEvent, simulatedVector } from './simulated-event.ts';

let server: TestServer;
let api: ApiClient;
let core: SimulatedEdge | null = null;
let cameraId: string;

beforeEach(async () => {
  server = await startTestServer();
  api = createApiClient(server.url, new AbortController().signal);
  await enterDemo(api, 'a long enough password');
});

afterEach(async () => {
  core?.disconnect();
  core = null;
  await server.stop();
});

async function claimed(): Promise<SimulatedEdge> {
  const { id: locationId } = await api.call(locationsCalls.create, { body: { name: 'Yard', timeZone: 'UTC' } });
  const { id } = await api.call(edgesCalls.create, { body: { name: 'Core', locationId } });
  const { code } = await api.call(edgesCalls.createClaimCode, { params: { id } });
  core = await SimulatedEdge.claim(server.url, code);
  await core.connect(['detect:simulated@1']);
  const streams = [{ kind: 'main' as const, url: 'rtsp://camera.invalid/gate' }];
  cameraId = (await api.call(camerasCalls.create, { body: { name: 'Gate', edgeId: id, locationId, streams } })).id;
  await core.reportOnline(cameraId);
  return core;
}

test('is refused with a code that nobody made', async () => {
  await expect(SimulatedEdge.claim(server.url, 'AAAA-BBBB-CCCC')).rejects.toThrow(/claim_code_invalid/);
});

test('commands that it was not told to answer are refused, and others as told', async () => {
  const edge = await claimed();
  const asked = { params: { id: cameraId }, query: { fromUtcMs: 1000, toUtcMs: 2000, cells: 'f'.repeat(36) } };
  await expect(api.call(eventsCalls.motion, asked)).rejects.toMatchObject({ code: 'stream_offline' });
  edge.answer('motion.search', () => {
    throw new CommandRefusal('core_timeout');
  });
  await expect(api.call(eventsCalls.motion, asked)).rejects.toMatchObject({ code: 'core_timeout' });
  edge.answer('motion.search', () => ({ items: [], knownMs: 7, nextToUtcMs: null }));
  expect(await api.call(eventsCalls.motion, asked)).toMatchObject({ knownMs: 7 });
});

test('applies what is wanted, and its camera is online', async () => {
  const edge = await claimed();
  const camera = await api.call(camerasCalls.get, { params: { id: cameraId } });
  expect(camera).toMatchObject({ isSync: true, status: { state: 'online' } });
  expect(edge.cameras.get(cameraId)?.name).toBe('Gate');
});

test('an event with its picture is found', async () => {
  const edge = await claimed();
  const event = simulatedEvent(cameraId);
  await edge.report([{ kind: 'event', event }]);
  const picture = { eventId: event.eventId, cameraId, startedAtUtcMs: event.startedAtUtcMs, kind: 'object' as const };
  // As much of a JPEG as the server looks at: begin, frame header of 64 x 48, end.
  const jpeg = Uint8Array.from([
    0xff,
    0xd8,
    0xff,
    0xc0,
    0,
    11,
    8,
    0,
    48,
    0,
    64,
    1,
    1,
    0x11,
    0,
    ...new Uint8Array(500),
    0xff,
    0xd9,
  ]);
  expect(await edge.sendPicture({ ...picture, jpeg })).toBe('kept');
  const { items } = await api.call(eventsCalls.list, {});
  expect(items).toMatchObject([{ id: event.eventId, cameraName: 'Gate', class: 'person' }]);
});

test('vectors have unit length, and near angles lie near', () => {
  const values = (angle: number): number[] =>
    [...new Int8Array(Buffer.from(simulatedVector(256, angle), 'base64'))].map((value) => value / 127);
  const cosine = (a: number[], b: number[]): number =>
    a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
  expect(cosine(values(1), values(1))).toBeCloseTo(1, 1);
  expect(cosine(values(1), values(1.1))).toBeGreaterThan(0.95);
  expect(cosine(values(1), values(2.6))).toBeLessThan(0.3);
});

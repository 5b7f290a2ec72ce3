import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { AppError } from '@sightline/contracts/shared/errors';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
});
afterAll(() => server.stop());
beforeEach(async () => {
  edge = await makeTestEdge(server, owner);
});

const fitting = (by = owner, id = edge.locationId) => by.call(locationsCalls.fitting, { params: { id } });
const status: AnalysisStatus = {
  canDecode: true,
  models: [],
  cameras: [],
  inference: { budgetShare: 0.5, usedShare: 0.4, wantedFps: 2, givenFps: 2 },
};
const health = { cpuShare: 0.2, memoryBytes: 1, memoryTotalBytes: 2, diskFreeBytes: 1, diskTotalBytes: 2, uptimeMs: 1 };
const personWith = (permissions: ('LocationView' | 'LocationEdit')[]) =>
  server.person({ organizationId: owner.session.activeOrganizationId, locationId: edge.locationId, permissions });

it('LOC-041 tells nothing of a location of another organization, and nothing of cores that somebody may not see', async () => {
  expect((await fitting(await server.person())).status).toBe(404);
  expect((await fitting(await personWith(['LocationView']))).body).toEqual({ cores: [] });
});

it('LOC-041 says that nothing is known of a core that is not paired, offline, or does not answer', async () => {
  const spare = (await owner.call(edgesCalls.create, { body: { name: 'Spare', locationId: edge.locationId } })).body;
  const unknown = { load: null, level: 'unknown', cameraCount: 0 };
  expect((await fitting()).body.cores).toEqual([
    { edgeId: edge.edgeId, name: 'Core', ...unknown, why: 'coreOffline' },
    { edgeId: spare.id, name: 'Spare', ...unknown, why: 'notPaired' },
  ]);
  await edge.connect();
  edge.answer('analysis.status', () => {
    throw new AppError('core_timeout');
  });
  expect((await fitting()).body.cores[0]).toMatchObject({ ...unknown, why: 'noAnswer' });
  edge.hangUp();
});

it('LOC-040 LOC-041 answers for each core of a location what it measured, also for one that stands above and records its cameras', async () => {
  const part = (
    await owner.call(locationsCalls.create, { body: { name: 'Part', parentId: edge.locationId, timeZone: 'UTC' } })
  ).body;
  expect((await fitting(owner, part.id)).body).toEqual({ cores: [] });
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/part' }];
  await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId: edge.edgeId, locationId: part.id, streams } });
  await edge.connect();
  edge.answer('analysis.status', () => status);
  const one = { edgeId: edge.edgeId, name: 'Core', cameraCount: 1 };
  expect((await fitting(owner, part.id)).body).toEqual({
    cores: [{ ...one, load: 0.8, level: 'tight', why: 'inference' }],
  });
  edge.send({
    type: 'heartbeat',
    sentAtUtcMs: Date.now(),
    clockOffsetMs: null,
    outboxDepth: 0,
    health: { ...health, cpuShare: 0.97 },
  });
  await vi.waitFor(
    async () => expect((await fitting()).body).toEqual({ cores: [{ ...one, load: 0.97, level: 'over', why: 'cpu' }] }),
    { timeout: 10_000 },
  );
  edge.hangUp();
});

import { analysisCalls } from '@sightline/contracts/analysis/analysis.api';
import type { AnalysisStatus, CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});
afterAll(() => server.stop());

const addCamera = async (locationId: string, analysis?: object) => {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId, streams, ...(analysis ? { analysis } : {}) },
    })
  ).body;
};
const statusOf = (cameraId: string): CameraAnalysisStatus => ({
  cameraId,
  state: 'idle',
  cause: null,
  stream: 'sub',
  decodedFps: 1,
  wantedFps: 1,
  givenFps: 1,
  share: 0,
  queueAgeMs: 0,
  droppedFps: 0,
  motionLevel: 0,
  openTracks: 0,
});

it('asks the core how its analysis goes, and leaves out cameras that the asker may not see', async () => {
  const gate = await owner.call(locationsCalls.create, {
    body: { name: 'Gate', timeZone: 'UTC', parentId: edge.locationId },
  });
  const [here, below] = [await addCamera(edge.locationId), await addCamera(gate.body.id)];
  const ask = (by: TestPerson) => by.call(analysisCalls.ofEdge, { params: { id: edge.edgeId } });
  expect((await ask(owner)).body).toMatchObject({ code: 'core_offline' });
  await edge.connect();
  const status: AnalysisStatus = {
    canDecode: true,
    models: [],
    cameras: [here.id, below.id, newId()].map(statusOf),
    inference: { budgetShare: 0.5, usedShare: 0.1, wantedFps: 2, givenFps: 2 },
  };
  edge.answer('analysis.status', () => status);
  expect((await ask(owner)).body.cameras.map((camera) => camera.cameraId)).toEqual([here.id, below.id]);
  const place = { organizationId: owner.session.activeOrganizationId, locationId: edge.locationId };
  const guard = await server.person({ ...place, permissions: ['CoreView'] });
  expect((await ask(guard)).body).toMatchObject({ canDecode: true, cameras: [] });
});

it('tells the core what to look for, and what was changed of it', async () => {
  const zone = {
    id: newId(),
    name: 'Yard',
    points: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ],
    severity: 'critical' as const,
  };
  const camera = await addCamera(edge.locationId, { definedZones: [zone], readsPlates: false });
  expect(camera.analysis).toMatchObject({ isOn: true, readsPlates: false, definedZones: [zone] });
  const again = await owner.call(camerasCalls.update, {
    params: { id: camera.id },
    body: { analysis: { isOn: false } },
  });
  expect(again.body.analysis).toEqual({
    isOn: false,
    objectsToScan: ['person', 'vehicle', 'animal'],
    hasTiles: false,
    readsPlates: true,
    comparesFaces: true,
    zones: [],
    zonesExclude: [],
    definedZones: [],
  });
  const operation = await edge.next(
    'operation',
    (message) => message.operation.entityId === camera.id && message.operation.revision === 2,
  );
  expect(operation.operation.desired?.analysis).toEqual(again.body.analysis);
});

it('shows what a core can do as soon as that changes, and what it said about itself, newest first', async () => {
  edge.send({ type: 'capabilities', capabilities: ['rtsp', 'detect'] });
  await vi.waitFor(async () =>
    expect((await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.capabilities).toEqual([
      'rtsp',
      'detect',
    ]),
  );
  edge.records(
    1,
    Array.from({ length: 7 }, (_, index) => ({
      kind: 'coreNotice' as const,
      code: 'model_corrupt' as const,
      detail: String(index + 1),
    })),
  );
  await edge.next('ack');
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await owner.call(edgesCalls.notices, {
      params: { id: edge.edgeId },
      query: { limit: 3, ...(cursor ? { cursor } : {}) },
    });
    expect(body.total.value).toBe(7);
    seen.push(...body.items.map((item) => item.detail));
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1']);
});

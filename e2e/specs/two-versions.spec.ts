import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowserPeer } from '../../apps/edge/testing/live/test-browser-peer.ts';
import { eventually } from '../fixtures/eventually.ts';
import { coverageOf } from '../fixtures/footage.ts';
import { addCamera, setUpSite, startSystem, waitForCamera, type Site, type System } from '../fixtures/system.ts';

// All that a server and a core say to each other about one camera, from enrolment until it is deleted. With `SIGHTLINE_SERVER_CHECKOUT`
// or `SIGHTLINE_CORE_CHECKOUT` one of the two is of another version.

/** What either logs when it does not understand the other. */
const misunderstandings = [
  'unknown message of the server',
  'an operation of the server is refused',
  'the server refused this core',
  'request failed',
  'a core broke the protocol',
  'records of a core were refused',
  'a core holds other content than it should',
];

let system: System;
let site: Site;
let camera: Camera;

beforeAll(async () => {
  system = await startSystem();
  const file = await testMedia('h264-720');
  await system.cameras.addStream('yard', { file, username: 'viewer', password: 'k9-gate', auth: 'digest-md5' });
  site = await setUpSite(system);
});

afterAll(() => system.stop());

const core = () => system.api.call(edgesCalls.get, { params: { id: site.edgeId } });
const cameraNow = () => system.api.call(camerasCalls.get, { params: { id: camera.id } });

/** The core has said that it holds all that is wanted of it. */
const untilSync = (): Promise<void> => eventually(async () => expect((await core()).isSync).toBe(true), 20_000);

/** Footage that ends within the last seconds: the camera is recorded now. */
const untilRecorded = (): Promise<void> =>
  eventually(async () => {
    const nowUtcMs = Date.now();
    const { recorded } = await coverageOf(system, camera.id, { fromUtcMs: nowUtcMs - 8_000, toUtcMs: nowUtcMs });
    expect(recorded.reduce((sum, part) => sum + part.toUtcMs - part.fromUtcMs, 0)).toBeGreaterThan(3_000);
  }, 40_000);

test('a camera that is added is synced, online and recorded', async () => {
  camera = await addCamera(system, site, {
    name: 'Yard',
    main: system.cameras.url('yard'),
    username: 'viewer',
    password: 'k9-gate',
  });
  await untilSync();
  await waitForCamera(system, camera.id, 'online');
  await untilRecorded();
});

/** A live view; it is asked for anew when the stand-in for a browser refuses the answer. */
async function view(): Promise<{ peer: TestBrowserPeer; leaseId: string }> {
  for (;;) {
    const peer = new TestBrowserPeer();
    const sdp = peer.offer();
    // The library starts its transport on another thread; an answer that comes before is refused.
    await wait(200);
    const answer = await system.api.call(liveCalls.offer, { params: { id: camera.id }, body: { sdp, stream: 'main' } });
    if (peer.answer(answer.sdp)) return { peer, leaseId: answer.leaseId };
    peer.close();
  }
}

test('its live picture comes, stays with a renewed lease, and ends', async () => {
  const { peer, leaseId } = await view();
  await expect.poll(() => peer.video.length, { timeout: 20_000 }).toBeGreaterThan(30);
  await system.api.call(liveCalls.renew, { params: { leaseId }, body: {} });
  await system.api.call(liveCalls.close, { params: { leaseId } });
  await expect.poll(() => peer.state, { timeout: 20_000 }).not.toBe('connected');
  peer.close();
});

test('what holds for its site and organization reaches the core beside a new name and address', async () => {
  await system.api.call(organizationsCalls.setAnalyticsSwitches, { body: { forklift: false } });
  await system.api.call(locationsCalls.update, { params: { id: site.locationId }, body: { faceRecognition: false } });
  await system.api.call(camerasCalls.update, { params: { id: camera.id }, body: { name: 'Loading yard' } });
  await untilSync();
  expect(await cameraNow()).toMatchObject({ name: 'Loading yard' });
  await untilRecorded();
});

test('its footage is exported', async () => {
  const toUtcMs = Date.now() - 1_000;
  const made = await system.api.call(exportsCalls.create, {
    params: { id: camera.id },
    body: { fromUtcMs: toUtcMs - 2_000, toUtcMs },
  });
  await eventually(async () => {
    const { state } = await system.api.call(exportsCalls.get, { params: { id: made.id } });
    expect(state).toBe('done');
  }, 30_000);
});

test('server and core find each other again after either was restarted', async () => {
  for (const program of [system.edge, system.server]) {
    await program.stop();
    program.restart();
    await program.ready();
    await eventually(async () => expect((await core()).state).toBe('online'), 40_000);
    await untilSync();
    await waitForCamera(system, camera.id, 'online');
    await untilRecorded();
  }
});

test('a deleted camera is left by the core, and neither side misunderstood the other', async () => {
  await system.api.call(camerasCalls.remove, { params: { id: camera.id } });
  await untilSync();
  await expect.poll(() => system.cameras.stats('yard').readers, { timeout: 20_000 }).toBe(0);
  const said = system.server.output + system.edge.output;
  expect(misunderstandings.filter((text) => said.includes(text))).toEqual([]);
});

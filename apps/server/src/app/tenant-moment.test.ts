import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { liveCalls } from '@sightline/contracts/live/live.api';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import { talkCalls } from '@sightline/contracts/talk/talk.api';
import { startCameraPage, type CameraPage } from '@sightline/simulators/camera-page/camera-page';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { servePages } from '../../testing/camera-pages/test-page-core.ts';
import { makeTestEdge, type TestEdge } from '../../testing/link/test-edge.ts';
import { newId } from '../platform/ids/ids.ts';
import type { Example, TenantThings } from '../../testing/tenant-things.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts';
import { absentThings, everyCall, exampleOf, expectCode } from '../../testing/test-tenant.ts';

// What is open for seconds only cannot be among the things of the long tenant test: it would be gone before it is asked for.
const calls = await everyCall();
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let page: CameraPage;

const callOf = (name: string): CallDefinition => calls.find(([found]) => found === name)?.[1] as CallDefinition;
const send = (name: string, example: Example, { session }: TestPerson) =>
  server.call(callOf(name), example as never, session.accessToken);

beforeAll(async () => {
  // Stands still: nothing runs out while others are asked.
  const startMs = Date.now();
  server = await startTestServer({ clock: () => startMs });
  owner = await server.person();
  page = await startCameraPage();
  edge = await makeTestEdge(server, owner);
  edge.capabilities = ['rtsp', 'live', 'privacy', 'talk', 'tunnel', 'onvif'];
  servePages(server, edge, page);
  const answers = {
    'live.offer': { sdp: 'answer' },
    'live.candidate': { candidates: [] },
    'live.grant': { known: true },
    'live.close': {},
    'talk.look': { speaker: 'yes', cause: null, talker: null },
    'talk.open': { sdp: 'answer' },
    'talk.candidate': { candidates: [] },
    'talk.renew': { endedBy: null, heardMs: 1 },
    'talk.end': { heardMs: 1 },
  };
  for (const [command, answer] of Object.entries(answers)) edge.answer(command, () => answer);
  await edge.connect();
});
afterAll(async () => {
  edge.hangUp();
  await server.stop();
  await page.stop();
});

/** A live view, a talk, a page and a scan of one's own. */
async function open(): Promise<TenantThings> {
  const streams = [{ kind: 'main' as const, url: `rtsp://${page.host}/${newId()}` }];
  const settings = { vpnConfiguration: { isOn: true, scheme: 'http' as const, port: page.port } };
  const { edgeId, locationId } = edge;
  const { id: cameraId } = (
    await owner.call(camerasCalls.create, { body: { name: 'Gate', edgeId, locationId, streams, settings } })
  ).body;
  const params = { id: cameraId };
  const { leaseId } = (await owner.call(liveCalls.offer, { params, body: { sdp: 'v=0 offered' } })).body;
  const { talkId } = (await owner.call(talkCalls.offer, { params, body: { sdp: 'v=0 offered' } })).body;
  const opened = await owner.call(cameraPagesCalls.open, { params, body: {} });
  const { items } = (await owner.call(cameraPagesCalls.list, { params })).body;
  const scan = await owner.call(cameraOnboardingCalls.startScan, { body: { edgeId } });
  const found = { edgeId, cameraId, locationId, leaseId, talkId, pageId: items[0]?.id ?? '', scanId: scan.body.id };
  expect(
    Object.entries(found).filter(([, id]) => !id),
    JSON.stringify([opened.body, scan.body]),
  ).toEqual([]);
  return found as TenantThings;
}

it('live views, talks, pages and scans of others read like none, to strangers and to colleagues without a right, and stay open', async () => {
  const things = await open();
  const organizationId = owner.session.activeOrganizationId ?? '';
  const others = [await server.person(), await server.person({ organizationId, permissions: [] })];
  const names = calls
    .map(([name]) => name)
    .filter((name) => /^(live|talk|cameraPages|liveRooms|cameraOnboarding)\./.test(name));
  const about = names.filter((name) =>
    [things.leaseId, things.talkId, things.pageId, things.scanId].some((id) =>
      JSON.stringify(exampleOf(name, things)).includes(id),
    ),
  );
  expect(about.length).toBeGreaterThanOrEqual(12);
  const asked = others.flatMap((person) => about.map((name) => ({ person, name })));
  await Promise.all(
    asked.map(async ({ person, name }) => {
      const [foreign, absent] = [
        await send(name, exampleOf(name, things), person),
        await send(name, exampleOf(name, absentThings(things)), person),
      ];
      expect(foreign.status, `${name} ${JSON.stringify(foreign.body)}`).toBe(absent.status);
      if (foreign.status >= 300) expect(expectCode(foreign, name)).toBe(expectCode(absent, name));
    }),
  );
  // A slow core may not answer in time; what counts is that nobody ended them.
  const view = await owner.call(liveCalls.renew, { params: { leaseId: things.leaseId }, body: {} });
  expect(view.body).not.toMatchObject({ code: 'live_lease_ended' });
  const talk = await owner.call(talkCalls.renew, { params: { talkId: things.talkId }, body: {} });
  expect(talk.body).not.toMatchObject({ code: 'talk_ended' });
  expect(
    (await owner.call(cameraPagesCalls.list, { params: { id: things.cameraId } })).body.items.map(({ id }) => id),
  ).toContain(things.pageId);
  expect((await owner.call(cameraOnboardingCalls.getScan, { params: { id: things.scanId } })).body.state).toBe(
    'running',
  );
}, 120_000);

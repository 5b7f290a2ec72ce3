import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { testJpeg, testReport } from '../../../testing/events/test-reports.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }];
  cameraId = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body.id;
  await edge.connect();
});

async function sendPicture(change: Record<string, unknown>): Promise<string> {
  edge.received.length = 0;
  edge.send({ type: 'thumbnail', cameraId, kind: 'object', jpeg: testJpeg().toString('base64'), ...change });
  return (await edge.next('thumbnailAck', (ack) => ack.eventId === change['eventId'])).outcome;
}

async function keepEvent() {
  const report = testReport({ cameraId });
  edge.records(1, [{ kind: 'event', event: report }]);
  await edge.next('ack');
  return report;
}

it('waits for the event, refuses what is no picture of it, and keeps the rest', async () => {
  const startedAtUtcMs = Date.now() - 60_000;
  expect(await sendPicture({ eventId: newId(), startedAtUtcMs })).toBe('later');
  const { eventId } = await keepEvent().then((report) => ({ ...report }));
  const event = (await owner.call(eventsCalls.get, { params: { id: eventId } })).body;
  const at = { eventId, startedAtUtcMs: event.startedAtUtcMs };
  expect(await sendPicture({ ...at, jpeg: Buffer.from('<svg>'.repeat(50)).toString('base64') })).toBe('refused');
  expect(await sendPicture({ ...at, jpeg: '!'.repeat(400) })).toBe('refused');
  expect(await sendPicture({ ...at, jpeg: testJpeg(97_000).toString('base64').slice(0, 129_000) })).toBe('refused');
  expect(await sendPicture({ ...at, jpeg: testJpeg().subarray(0, 300).toString('base64') })).toBe('refused');
  expect(await sendPicture({ ...at, cameraId: newId() })).toBe('refused');
  expect(await sendPicture({ ...at, startedAtUtcMs: 5 })).toBe('refused');
  expect(event.thumbnails).toEqual({ object: null, face: null, plate: null });
  expect(await sendPicture(at)).toBe('kept');
  expect(await sendPicture({ ...at, kind: 'plate', jpeg: testJpeg(97_000).toString('base64') })).toBe('kept');
  expect(await sendPicture(at)).toBe('kept');
  const { thumbnails } = (await owner.call(eventsCalls.get, { params: { id: eventId } })).body;
  expect(thumbnails).toMatchObject({ face: null });
  const picture = await fetch(`${server.url}${thumbnails.object ?? ''}`);
  expect(picture.headers.get('content-type')).toBe('image/jpeg');
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(testJpeg());
  // A later revision does not lose the pictures.
  edge.records(2, [
    { kind: 'event', event: testReport({ cameraId, eventId, startedAtUtcMs: event.startedAtUtcMs, revision: 2 }) },
  ]);
  await edge.next('ack', (ack) => ack.sequence === 2);
  expect((await owner.call(eventsCalls.get, { params: { id: eventId } })).body).toMatchObject({
    revision: 2,
    thumbnails: { plate: expect.any(String) as string },
  });
});

it('is shown only at its signed address, as long as the session and the right last', async () => {
  const report = await keepEvent();
  await sendPicture(report);
  const member = await server.person({
    organizationId: owner.session.activeOrganizationId,
    permissions: ['SearchView'],
    locationId: edge.locationId,
  });
  const address = (await member.call(eventsCalls.get, { params: { id: report.eventId } })).body.thumbnails.object ?? '';
  const statusOf = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
  expect(await statusOf(address)).toBe(200);
  expect(await statusOf(address.replace('/object?', '/face?'))).toBe(404);
  expect(await statusOf(address.replace(report.eventId, newId()))).toBe(404);
  expect(await statusOf(address.replace(/expires=\d/, 'expires=9'))).toBe(404);
  await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
    trx.deleteFrom('grants').where('userId', '=', member.userId).execute(),
  );
  expect(await statusOf(address)).toBe(404);
  const mine = (await owner.call(eventsCalls.get, { params: { id: report.eventId } })).body.thumbnails.object ?? '';
  expect(await statusOf(mine)).toBe(200);
  await owner.call(sessionsCalls.signOut, {});
  expect(await statusOf(mine)).toBe(404);
});

it('that an older core did not hide is shown to those alone who may see originals', async () => {
  edge.hangUp();
  edge.capabilities = ['rtsp'];
  await edge.connect();
  await owner.call(camerasCalls.update, {
    params: { id: cameraId },
    body: { settings: { privacy: { objectsToPixelate: ['person'] } } },
  });
  const report = await keepEvent();
  expect(await sendPicture(report)).toBe('kept');
  const member = await server.person({
    organizationId: owner.session.activeOrganizationId,
    permissions: ['SearchView'],
    locationId: edge.locationId,
  });
  const statusOf = async (person: TestPerson): Promise<number> =>
    (
      await fetch(
        `${server.url}${(await person.call(eventsCalls.get, { params: { id: report.eventId } })).body.thumbnails.object ?? ''}`,
      )
    ).status;
  expect([await statusOf(member), await statusOf(owner)]).toEqual([409, 200]);
  edge.send({ type: 'capabilities', capabilities: ['rtsp', 'privacy'] });
  expect(await sendPicture({ ...report, kind: 'plate' })).toBe('kept');
  expect([await statusOf(member), await statusOf(owner)]).toEqual([409, 200]);
});

it('of a core of another organization is refused', async () => {
  const report = await keepEvent();
  const stranger = await server.person();
  edge = await makeTestEdge(server, stranger);
  await edge.connect();
  expect(await sendPicture(report)).toBe('refused');
});

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { ThumbnailKind } from '@sightline/contracts/events/event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../../testing/link/test-edge.ts';
import { testJpeg, testReport } from '../../../../testing/events/test-reports.ts';

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
  cameraId = await addCamera(edge);
  await edge.connect();
});

async function addCamera({ edgeId, locationId }: TestEdge): Promise<string> {
  const name = newId();
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${name}` }];
  const { status, body } = await owner.call(camerasCalls.create, { body: { name, edgeId, locationId, streams } });
  expect(status).toBe(201);
  return body.id;
}

const lost = (event: { eventId: string; startedAtUtcMs: number }, kind: ThumbnailKind = 'object', of = cameraId) => ({
  eventId: event.eventId,
  cameraId: of,
  startedAtUtcMs: event.startedAtUtcMs,
  kind,
});

const read = async (id: string) => (await owner.call(eventsCalls.get, { params: { id } })).body;

it('notes nothing of events that never came, and none of another camera or core', async () => {
  const event = testReport({ cameraId });
  const others = await addCamera(await makeTestEdge(server, owner));
  const neighbour = await addCamera(edge);
  edge.records(1, [
    { kind: 'event', event },
    {
      kind: 'picturesLost',
      pictures: [
        lost({ eventId: newId(), startedAtUtcMs: 5 }),
        lost(event, 'object', others),
        lost(event, 'object', neighbour),
      ],
    },
  ]);
  await edge.next('ack', ({ sequence }) => sequence === 2);
  expect((await read(event.eventId)).lostThumbnails).toEqual([]);
});

it('says of an event which pictures will not come, also when both are told in one message', async () => {
  const event = testReport({ cameraId });
  const other = testReport({ cameraId });
  edge.records(1, [
    { kind: 'event', event },
    { kind: 'event', event: other },
    { kind: 'picturesLost', pictures: [lost(event), lost(event, 'plate')] },
  ]);
  await edge.next('ack', ({ sequence }) => sequence === 3);
  expect(await read(event.eventId)).toMatchObject({
    thumbnails: { object: null },
    lostThumbnails: ['object', 'plate'],
  });
  expect((await read(other.eventId)).lostThumbnails).toEqual([]);
  const { items } = (await owner.call(eventsCalls.list, { query: {} })).body;
  expect(items.find(({ id }) => id === event.eventId)?.lostThumbnails).toEqual(['object', 'plate']);
});

it('a picture that is there is not lost, whichever was told first', async () => {
  const event = testReport({ cameraId });
  edge.records(1, [
    { kind: 'event', event },
    { kind: 'picturesLost', pictures: [lost(event)] },
  ]);
  await edge.next('ack', ({ sequence }) => sequence === 2);
  const { eventId, startedAtUtcMs } = event;
  edge.send({
    type: 'thumbnail',
    eventId,
    cameraId,
    startedAtUtcMs,
    kind: 'object',
    jpeg: testJpeg().toString('base64'),
  });
  expect((await edge.next('thumbnailAck')).outcome).toBe('kept');
  expect(await read(eventId)).toMatchObject({
    thumbnails: { object: expect.any(String) as string },
    lostThumbnails: [],
  });
  edge.records(3, [{ kind: 'picturesLost', pictures: [lost(event)] }]);
  await edge.next('ack', ({ sequence }) => sequence === 3);
  expect((await read(eventId)).lostThumbnails).toEqual([]);
});

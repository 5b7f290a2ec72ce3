import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventsCalls } from '@sightline/contracts/events/events.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import type { Forgetting } from '@sightline/contracts/people/person';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testJpeg } from '../../../../testing/events/test-reports.ts';
import type { TestEdge } from '../../../../testing/link/test-edge.ts';
import {
  countAnew,
  facedReport,
  makeFacePlace,
  report,
  testFace,
  unsavedOf,
} from '../../../../testing/people/test-faces.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let database: pg.Client;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
beforeAll(async () => {
  server = await startTestServer();
  database = new pg.Client({ connectionString: server.connectionString });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await server.stop();
});
beforeEach(async () => {
  owner = await server.person();
  countAnew();
  ({ edge, cameraId } = await makeFacePlace(server, owner));
});

/** A face that is seen, with its picture. */
async function see(who: number, look: number) {
  const seen = facedReport(cameraId, who, { look, startedAtUtcMs: Date.now() - look * 60_000 });
  await report(edge, [seen]);
  const face = { ...seen, type: 'thumbnail', kind: 'face', jpeg: pictureOf(who, look).toString('base64') };
  edge.send(face);
  await edge.next('thumbnailAck', (ack) => ack.eventId === seen.eventId);
  return seen;
}
const pictureOf = (who: number, look: number): Buffer => testJpeg(400 + who * 10 + look);

/** Everything in the blob store of the organization, as base64. */
async function blobs(): Promise<string[]> {
  const root = join(server.dataDir, 'blobs', 'objects', 'o', owner.session.activeOrganizationId ?? '');
  const names = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = names.filter((name) => name.isFile());
  return Promise.all(files.map(async (name) => (await readFile(join(name.parentPath, name.name))).toString('base64')));
}

/** Rows of the organization in which the face of somebody stands, wherever in the database that is. */
async function rowsWithFace(who: number, looks: readonly number[]): Promise<string[]> {
  const organizationId = owner.session.activeOrganizationId;
  const found: string[] = [];
  for (const look of looks) {
    const values = Buffer.from(testFace(who, look), 'base64');
    for (const table of ['event_vectors', 'person_faces']) {
      const { rowCount } = await database.query(`select 1 from ${table} where organization_id = $1 and vector = $2`, [
        organizationId,
        values,
      ]);
      if ((rowCount ?? 0) > 0) found.push(`${table} ${String(look)}`);
    }
  }
  return found;
}

async function doneForgetting(): Promise<Forgetting> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    const { items } = (await owner.call(peopleCalls.forgettings, { query: {} })).body;
    const [newest] = items;
    if (newest?.doneAtUtcMs != null) return newest;
    if (performance.now() > deadline) throw new Error(`nothing was forgotten: ${JSON.stringify(items)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

describe('forgetting', () => {
  it('DB-PEOPLE-021 of a person erases faces, pictures and sightings, of nobody else', async () => {
    const [first] = [await see(1, 1), await see(1, 2), await see(2, 3)];
    const items = await unsavedOf(owner, (found) => found.length === 2 && found[0]?.appearances === 2);
    const dana = (await owner.call(peopleCalls.create, { body: { name: 'Dana', bucketId: items[0]?.bucketId ?? '' } }))
      .body;
    expect(dana.photo).not.toBeNull();
    expect(await rowsWithFace(1, [1, 2])).toHaveLength(4);
    expect(await blobs()).toHaveLength(5);
    const { status } = await owner.call(peopleCalls.remove, { params: { id: dana.id } });
    expect(status).toBe(202);
    expect((await owner.call(peopleCalls.get, { params: { id: dana.id } })).status).toBe(404);
    const done = await doneForgetting();
    expect(done).toMatchObject({ cause: 'person', erased: { vectors: 2, pictures: 4, sightings: 2, faces: 2 } });
    expect(await rowsWithFace(1, [1, 2])).toEqual([]);
    expect(await rowsWithFace(2, [3])).toEqual(['event_vectors 3']);
    expect(await blobs()).toEqual([pictureOf(2, 3).toString('base64')]);
    const event = (await owner.call(eventsCalls.get, { params: { id: first.eventId } })).body;
    expect(event).toMatchObject({ face: null, person: null, similarBy: [], thumbnails: { face: null } });
    const { rows } = await database.query('select * from face_sightings where person_id = $1', [dana.id]);
    expect(rows).toEqual([]);
    // What comes late of it is not kept either.
    await report(edge, [{ ...first, revision: 9 }]);
    edge.received.length = 0;
    edge.send({ ...first, type: 'thumbnail', kind: 'face', jpeg: pictureOf(1, 1).toString('base64') });
    expect((await edge.next('thumbnailAck', (ack) => ack.eventId === first.eventId)).outcome).toBe('refused');
    expect(await rowsWithFace(1, [1, 2])).toEqual([]);
    expect(await blobs()).toHaveLength(1);
  });

  it('of an unsaved person does the same', async () => {
    await see(1, 1);
    const [unsaved] = await unsavedOf(owner, (found) => found.length === 1);
    const at = { params: { id: unsaved?.bucketId ?? '' } };
    const stranger = await server.person();
    expect((await stranger.call(peopleCalls.removeUnsaved, at)).status).toBe(404);
    expect((await owner.call(peopleCalls.removeUnsaved, at)).status).toBe(202);
    expect(await doneForgetting()).toMatchObject({ cause: 'unsaved', waitingFor: [] });
    expect(await rowsWithFace(1, [1])).toEqual([]);
    expect(await blobs()).toEqual([]);
    await unsavedOf(owner, (found) => found.length === 0);
  });

  it('begins where face recognition is switched off, and says which core has yet to do it', async () => {
    await see(1, 1);
    await see(2, 2);
    await unsavedOf(owner, (found) => found.length === 2);
    const [unsaved] = (await owner.call(peopleCalls.unsaved, { query: {} })).body.items;
    await owner.call(peopleCalls.create, { body: { name: 'Dana', bucketId: unsaved?.bucketId ?? '' } });
    const at = { params: { id: edge.locationId } };
    const { revision } = (await owner.call(locationsCalls.get, at)).body;
    await owner.call(locationsCalls.update, { ...at, body: { faceRecognition: false, revision } });
    const done = await doneForgetting();
    expect(done).toMatchObject({ cause: 'organization', erased: { faces: 1 }, waitingFor: [{ id: edge.edgeId }] });
    expect(await rowsWithFace(1, [1])).toEqual([]);
    expect(await rowsWithFace(2, [2])).toEqual([]);
    expect(await blobs()).toEqual([]);
    for (const table of ['face_clusters', 'person_faces', 'event_vectors']) {
      const { rows } = await database.query(`select 1 from ${table} where organization_id = $1`, [
        owner.session.activeOrganizationId,
      ]);
      expect(rows, table).toEqual([]);
    }
    expect((await owner.call(peopleCalls.list, { query: {} })).body.items).toMatchObject([
      { name: 'Dana', faceCount: 0, appearances: 0 },
    ]);
    // What a core says that has not heard of it yet is dropped.
    await see(1, 4);
    expect(await rowsWithFace(1, [4])).toEqual([]);
    expect(await blobs()).toEqual([]);
    // The core has done it.
    const operations = edge.received.flatMap((message) => (message.type === 'operation' ? [message.operation] : []));
    const last = Math.max(...operations.map(({ sequence }) => sequence));
    for (const { sequence } of operations) edge.send({ type: 'applied', sequence, contentHash: 'x'.repeat(64) });
    expect(last).toBeGreaterThan(0);
    const deadline = performance.now() + 10_000;
    while ((await owner.call(peopleCalls.forgettings, { query: {} })).body.items[0]?.waitingFor.length !== 0) {
      if (performance.now() > deadline) throw new Error('it is waited for the core for ever');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  it('begins where the organization switches face recognition off for all, and nothing of a face is kept until it is on again', async () => {
    await see(1, 1);
    const [unsaved] = await unsavedOf(owner, (found) => found.length === 1);
    await owner.call(peopleCalls.create, { body: { name: 'Dana', bucketId: unsaved?.bucketId ?? '' } });
    const organizationId = owner.session.activeOrganizationId;
    const member = await server.person({ organizationId, permissions: ['OrganizationDatabasePeopleDirectory'] });
    const allow = (faceRecognition: boolean, by = owner) =>
      by.call(organizationsCalls.setAnalyticsSwitches, { body: { faceRecognition } });
    const isOn = async () => (await owner.call(peopleCalls.recognition, { query: {} })).body.isOn;
    expect(await allow(false, member)).toMatchObject({ status: 403 });
    expect(await isOn()).toBe(true);
    expect((await allow(false)).body.faceRecognition).toBe(false);
    expect(await isOn()).toBe(false);
    expect(await doneForgetting()).toMatchObject({ cause: 'organization', erased: { faces: 1 } });
    expect(await rowsWithFace(1, [1])).toEqual([]);
    expect(await blobs()).toEqual([]);
    // The core is told of its locations as if each of them had it off; people want it there still.
    const told = () =>
      edge.received.flatMap((message) =>
        message.type === 'operation' && message.operation.entity === 'locationPrivacy'
          ? [(message.operation.desired as { faceRecognition: boolean }).faceRecognition]
          : [],
      );
    await vi.waitFor(() => expect(told().at(-1)).toBe(false));
    expect((await owner.call(locationsCalls.get, { params: { id: edge.locationId } })).body.faceRecognition).toBe(true);
    await see(1, 2);
    expect(await rowsWithFace(1, [2])).toEqual([]);
    const file = new Blob([new Uint8Array(testJpeg(300))], { type: 'image/jpeg' });
    expect(await owner.call(peopleCalls.createFromFile, { query: { name: 'Noa' }, body: file })).toMatchObject({
      status: 409,
      body: { code: 'face_recognition_off' },
    });
    // Switched off once more there is nothing to erase, and no second report.
    await allow(false);
    expect((await owner.call(peopleCalls.forgettings, { query: {} })).body.items).toHaveLength(1);
    await allow(true);
    expect(await isOn()).toBe(true);
    await vi.waitFor(() => expect(told().at(-1)).toBe(true));
    await see(1, 3);
    expect(await rowsWithFace(1, [3])).toEqual(['event_vectors 3']);
  });

  it('is told apart by location: what is off at one says nothing of another', async () => {
    const other = (await owner.call(locationsCalls.create, { body: { name: 'Depot', timeZone: 'UTC' } })).body;
    const isOn = async (locationId?: string, by = owner) =>
      by.call(peopleCalls.recognition, { query: locationId === undefined ? {} : { locationId } });
    await owner.call(locationsCalls.update, {
      params: { id: other.id },
      body: { faceRecognition: false, revision: other.revision },
    });
    expect((await isOn(other.id)).body).toEqual({ isOn: false });
    expect((await isOn(edge.locationId)).body).toEqual({ isOn: true });
    expect((await isOn()).body).toEqual({ isOn: true });
    expect(await isOn(other.id, await server.person())).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

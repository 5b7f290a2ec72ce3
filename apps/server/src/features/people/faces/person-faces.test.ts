import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { linkFromServer, type LinkFromServer } from '@sightline/contracts/link/link';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import type { DescribedFace, FaceGallery } from '@sightline/contracts/people/people-link';
import { peopleCalls } from '@sightline/contracts/people/people.api';
import { AppError } from '@sightline/contracts/shared/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testJpeg } from '../../../../testing/events/test-reports.ts';
import type { TestEdge } from '../../../../testing/link/test-edge.ts';
import { countAnew, describedFace, makeFacePlace, testFace } from '../../../../testing/people/test-faces.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';

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
  countAnew();
  ({ edge, cameraId } = await makeFacePlace(server, owner));
});

const picture = (bytes: Uint8Array = testJpeg(500), type = 'image/jpeg') => new Blob([Buffer.from(bytes)], { type });
const fromFile = (name: string, body = picture(), more: { evenIfKnown?: 'true' } = {}) =>
  owner.call(peopleCalls.createFromFile, { query: { name, ...more }, body });
/** What the core says of every picture from now on. */
const coreSays = (found: { count: number; face: DescribedFace | null }): void =>
  edge.answer('faces.describe', ({ part, parts }: { part: number; parts: number }) => ({
    found: part === parts - 1 ? found : null,
  }));
const refusedAs = (code: string) => ({ body: { code } });

/** A file of exactly so many bytes. */
const jpegOf = (bytes: number): Buffer => testJpeg(bytes - testJpeg(0).length);

/** Head of a PNG with a picture of this size; what a decoder would make of the rest is not asked. */
function pngOf(widthPx: number, heightPx: number): Buffer {
  const bytes = Buffer.alloc(600);
  bytes.writeUInt32BE(0x89_50_4e_47, 0);
  bytes.writeUInt32BE(0x0d_0a_1a_0a, 4);
  bytes.writeUInt32BE(13, 8);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(widthPx, 16);
  bytes.writeUInt32BE(heightPx, 20);
  return bytes;
}

describe('a face from a file', () => {
  it('DB-PEOPLE-029 is taken of 10 MB, and refused one byte above that', async () => {
    coreSays({ count: 1, face: describedFace(1) });
    expect(await fromFile('Dana', picture(jpegOf(10_485_760)))).toMatchObject({ status: 201 });
    edge.received.length = 0;
    const refused = await fromFile('Noa', picture(jpegOf(10_485_761)));
    expect(refused).toMatchObject({ status: 413 });
    expect(edge.received.some((message) => message.type === 'request')).toBe(false);
    expect((await owner.call(peopleCalls.list, { query: {} })).body.items).toHaveLength(1);
  });

  it.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.repeat(20)), 'face_file_not_a_picture'],
    ['a picture that claims gigabytes', testJpeg(500, { width: 30_000, height: 30_000 }), 'face_file_too_large'],
    ['a long and narrow one', testJpeg(500, { width: 13_000, height: 20 }), 'face_file_too_large'],
    ['nothing', Buffer.alloc(0), 'face_file_not_a_picture'],
    ['a PNG that claims gigabytes', pngOf(40_000, 40_000), 'face_file_too_large'],
    ['a PNG of no height', pngOf(100, 0), 'face_file_not_a_picture'],
    ['a JPEG that ends before its frame', testJpeg(500).subarray(0, 12), 'face_file_not_a_picture'],
  ])('DB-PEOPLE-029 is refused for %s, before any core is asked', async (_what, bytes, code) => {
    expect(await fromFile('Dana', picture(bytes))).toMatchObject(refusedAs(code));
    expect(edge.received.some((message) => message.type === 'request')).toBe(false);
  });

  it.each(['image/gif', 'image/svg+xml', 'multipart/form-data; boundary=x', 'application/octet-stream', 'text/plain'])(
    'DB-PEOPLE-029 is refused as %s by a text that names the kinds that are taken, for a new person and a known one',
    async (type) => {
      const { id } = (await owner.call(peopleCalls.create, { body: { name: 'Noa' } })).body;
      const body = picture(testJpeg(500), type);
      const message = expect.stringContaining('JPEG or PNG') as string;
      const refusal = { status: 415, body: { code: 'face_file_not_a_picture', message } };
      expect(await fromFile('Dana', body)).toMatchObject(refusal);
      expect(await owner.call(peopleCalls.addFace, { params: { id }, query: {}, body })).toMatchObject(refusal);
      expect(edge.received.some((message) => message.type === 'request')).toBe(false);
      expect((await owner.call(peopleCalls.list, { query: {} })).body.items).toHaveLength(1);
      const guest = await server.person({ organizationId: owner.session.activeOrganizationId, permissions: [] });
      expect(await guest.call(peopleCalls.createFromFile, { query: { name: 'Dana' }, body })).toMatchObject({
        status: 403,
      });
    },
  );

  it('DB-PEOPLE-029 is refused where the core finds none, several, or one that is too small', async () => {
    const answers = [
      { found: { count: 0, face: null }, code: 'face_not_found' },
      { found: { count: 3, face: null }, code: 'face_several_found' },
      { found: { count: 1, face: describedFace(1, { widthPx: 40 }) }, code: 'face_too_small' },
    ];
    let next = 0;
    edge.answer('faces.describe', () => {
      const { code: _code, ...answer } = answers[next] ?? { found: null, code: '' };
      next += 1;
      return answer;
    });
    for (const { code } of answers) expect(await fromFile('Dana')).toMatchObject({ status: 422, body: { code } });
    edge.answer('faces.describe', () => {
      throw new AppError('face_file_not_a_picture');
    });
    expect((await owner.call(peopleCalls.list, { query: {} })).body.items).toEqual([]);
  });

  it('needs a core that finds faces, and a location where they are wanted', async () => {
    edge.hangUp();
    expect(await fromFile('Dana')).toMatchObject({ status: 503, ...refusedAs('face_core_absent') });
    const at = { params: { id: edge.locationId } };
    const { revision } = (await owner.call(locationsCalls.get, at)).body;
    await owner.call(locationsCalls.update, { ...at, body: { faceRecognition: false, revision } });
    expect(await fromFile('Dana')).toMatchObject({ status: 409, ...refusedAs('face_recognition_off') });
  });

  it('DB-PEOPLE-008 is a new person with a picture, which is opened by its signed address alone', async () => {
    coreSays({ count: 1, face: describedFace(1) });
    const { status, body } = await fromFile('Dana Katz');
    expect({ status, body }).toMatchObject({ status: 201, body: { name: 'Dana Katz', faceCount: 1 } });
    const statusOf = async (path: string): Promise<number> => (await fetch(`${server.url}${path}`)).status;
    const address = body.photo ?? '';
    expect(await statusOf(address)).toBe(200);
    expect(await statusOf(address.replace(/expires=\d/, 'expires=9'))).toBe(404);
    expect(await statusOf(address.split('?')[0] ?? '')).not.toBe(200);
  });

  it('comes in parts as large as the link carries', async () => {
    const parts: number[] = [];
    edge.answer('faces.describe', ({ part, parts: all, bytes }: { part: number; parts: number; bytes: string }) => {
      parts.push(bytes.length);
      return { found: part === all - 1 ? { count: 1, face: describedFace(1) } : null };
    });
    expect((await fromFile('Dana', picture(testJpeg(2_000_000)))).status).toBe(201);
    expect(parts).toHaveLength(4);
    expect(parts.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(2_600_000);
  });

  it('that somebody has already is said, and kept all the same when that is meant', async () => {
    coreSays({ count: 1, face: describedFace(1) });
    const dana = (await fromFile('Dana')).body;
    const again = await fromFile('Donna');
    expect(again).toMatchObject({
      status: 409,
      body: { code: 'face_already_known', data: { personId: dana.id, name: 'Dana' } },
    });
    expect(await fromFile('Donna', picture(), { evenIfKnown: 'true' })).toMatchObject({ status: 201 });
    // A further one of the same person is no question.
    const more = await owner.call(peopleCalls.addFace, {
      params: { id: dana.id },
      query: { evenIfKnown: 'true' },
      body: picture(),
    });
    expect(more).toMatchObject({ status: 201, body: { faceCount: 2 } });
    const faceId = more.body.faces[0]?.id ?? '';
    const url = more.body.faces[0]?.url ?? '';
    expect((await fetch(`${server.url}${url}`)).status).toBe(200);
    const removed = await owner.call(peopleCalls.removeFace, { params: { id: dana.id, faceId } });
    expect(removed.body).toMatchObject({ faceCount: 1 });
    expect((await fetch(`${server.url}${url}`)).status).toBe(404);
    expect((await owner.call(peopleCalls.removeFace, { params: { id: dana.id, faceId } })).status).toBe(404);
  });
});

type Told = Extract<LinkFromServer, { type: 'operation' }>;

describe('the gallery of a core', () => {
  const toldOf = (wanted: (people: FaceGallery['people'] | null) => boolean): Promise<Told> =>
    edge.next(
      'operation',
      ({ operation }) =>
        operation.entity === 'faceGallery' && wanted((operation.desired as FaceGallery | null)?.people ?? null),
    );

  it('holds the faces of who is known there, without names, and lets go of who is forgotten', async () => {
    coreSays({ count: 1, face: describedFace(1) });
    const { id } = (await fromFile('Dana Katz')).body;
    const told = await toldOf((people) => people !== null);
    expect(told.operation.desired).toMatchObject({
      people: [{ personId: id, locationIds: null, faces: [{ modelId: 'faceres@1', values: testFace(1) }] }],
    });
    expect(JSON.stringify(told)).not.toContain('Dana');
    edge.send({ type: 'applied', sequence: told.operation.sequence, contentHash: 'x'.repeat(64) });
    await owner.call(peopleCalls.remove, { params: { id } });
    await toldOf((people) => people === null);
  });

  it('is told in parts that cores take, whoever stands in them', async () => {
    for (let face = 1; face <= 8; face += 1) {
      coreSays({ count: 1, face: describedFace(face) });
      const { id } = (await fromFile(`Person ${String(face)}`, picture(), { evenIfKnown: 'true' })).body;
      const told = await toldOf((people) => people?.some(({ personId }) => personId === id) === true);
      expect(linkFromServer.safeParse(told).error).toBeUndefined();
      edge.send({ type: 'applied', sequence: told.operation.sequence, contentHash: 'x'.repeat(64) });
    }
  });

  it('DB-PEOPLE-019 DB-PEOPLE-020 DB-PEOPLE-027 keeps who is named by a rule, and says by which', async () => {
    coreSays({ count: 1, face: describedFace(1) });
    const { id } = (await fromFile('Dana Katz')).body;
    const rule = await owner.call(alertRulesCalls.create, {
      body: {
        name: 'Dana at the lobby',
        condition: { kind: 'face', mode: 'onList', personIds: [id] },
        severity: 'warning',
        cameraIds: [cameraId],
      },
    });
    expect(rule.status).toBe(201);
    const uses = (await owner.call(peopleCalls.alertEvents, { params: { id } })).body;
    expect(uses).toMatchObject({ items: [{ id: rule.body.id, name: 'Dana at the lobby' }], others: 0 });
    expect(await owner.call(peopleCalls.remove, { params: { id } })).toMatchObject({
      status: 409,
      body: { code: 'person_in_use', data: { count: 1, rules: [{ name: 'Dana at the lobby' }] } },
    });
    const other = (await owner.call(peopleCalls.create, { body: { name: 'Other' } })).body;
    expect(await owner.call(peopleCalls.merge, { body: { fromPersonId: id, personId: other.id } })).toMatchObject({
      status: 409,
      body: { code: 'person_in_use' },
    });
    const member = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['OrganizationDatabasePeopleDirectory'],
    });
    expect((await member.call(peopleCalls.alertEvents, { params: { id } })).body).toMatchObject({
      items: [],
      others: 1,
    });
    expect((await owner.call(peopleCalls.get, { params: { id } })).status).toBe(200);
  });
});

import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { markWaiting } from './camera-imports.repository.ts';
import { askForWork, holdWork, importJobs } from './import-work.repository.ts';
import { deleteExpiredImports } from './camera-onboarding.public.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const row = (line: number, change: object = {}) => ({
  line,
  name: `Camera ${String(line)}`,
  ip: '',
  port: '',
  username: 'admin',
  password: 'S3cret-Row',
  connectionString: `rtsp://10.0.1.${String(line)}/1`,
  ...change,
});
const bring = (rows: object[], change: object = {}) =>
  owner.call(cameraImportsCalls.create, {
    body: {
      type: 'file',
      fileName: 'cameras.csv',
      edgeId: edge.edgeId,
      locationId: edge.locationId,
      rows,
      ...change,
    } as never,
  });
const sessionOf = async ({ session }: TestPerson): Promise<string> =>
  (await server.platform.tokens.verify(session.accessToken))?.sessionId ?? '';
const get = async (id: string) => (await owner.call(cameraImportsCalls.get, { params: { id } })).body;
const rowsOf = async (id: string, query: object = {}) =>
  (await owner.call(cameraImportsCalls.rows, { params: { id }, query })).body.items;
const start = (id: string, body: object) =>
  owner.call(cameraImportsCalls.start, { params: { id }, body: body as never });
const done = async (id: string) => {
  await expect.poll(async () => (await get(id)).work, { timeout: 15_000 }).toBe('none');
  return get(id);
};
const cameras = async () => (await owner.call(camerasCalls.list, { query: { limit: 200 } })).body;
const fails = (code: string): never => {
  throw Object.assign(new Error(code), { code });
};
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);
const streamTest = {
  format: {
    videoCodec: 'h264',
    width: 1280,
    height: 720,
    fps: 25,
    bitrateKbps: 900,
    gopMs: 2000,
    hasBFrames: false,
    audioCodec: null,
  },
  warnings: [],
  snapshot: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
  setupMs: 40,
  driver: 'rtsp',
};

describe('a list of cameras', () => {
  it('that was cut off on its way is not begun, says how many rows came, and is begun once the rest is there', async () => {
    expect((await bring([row(2)], { expectedRows: 0 })).body).toMatchObject({ code: 'validation_failed' });
    expect((await bring([row(2)], { expectedRows: 10_001 })).body).toMatchObject({ code: 'validation_failed' });
    const { id } = (await bring([row(2), row(3)], { expectedRows: 3 })).body;
    const incomplete = { status: 409, body: { code: 'camera_import_incomplete', data: { came: 2, expected: 3 } } };
    for (const action of ['test', 'create', 'again'])
      expect(await start(id, { action, only: 'open' })).toMatchObject(incomplete);
    expect(await get(id)).toMatchObject({ work: 'none', expectedRows: 3, counts: { total: 2, waiting: 0 } });
    // What came twice counts once.
    const add = (line: number) =>
      owner.call(cameraImportsCalls.addRows, { params: { id }, body: { rows: [row(line)] } });
    await add(3);
    expect(await start(id, { action: 'create', only: 'open' })).toMatchObject(incomplete);
    await add(4);
    expect((await start(id, { action: 'create', only: 'open' })).status).toBe(200);
    expect((await done(id)).counts).toMatchObject({ created: 3 });
  });

  it('is refused for a core or a place that is not the own, for lines that are there twice, and for more than 10,000', async () => {
    expect((await bring([row(2)], { edgeId: newId() })).status).toBe(404);
    const elsewhere = await owner.call(locationsCalls.create, { body: { name: 'Elsewhere', timeZone: 'UTC' } });
    expect((await bring([row(2)], { locationId: elsewhere.body.id })).body).toMatchObject({
      code: 'camera_not_below_core',
      data: { fields: ['locationId'] },
    });
    expect((await bring([row(2), row(2)])).body).toMatchObject({ code: 'validation_failed' });
    expect((await bring([row(2, { name: 'a\0b' })])).body).toMatchObject({ code: 'validation_failed' });
    expect((await bring([])).body).toMatchObject({ code: 'validation_failed' });
    const { id } = (await bring([row(2)])).body;
    await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', async (trx) => {
      const values = Array.from({ length: 9_999 }, (_, index) => ({
        organizationId: owner.session.activeOrganizationId ?? '',
        importId: id,
        line: index + 3,
        name: 'Full',
        host: '',
        port: 80,
        url: 'rtsp://10.0.0.1/1',
        username: '',
        sealed: null,
        state: 'open' as const,
      }));
      for (let at = 0; at < values.length; at += 3333)
        await trx
          .insertInto('cameraImportRows')
          .values(values.slice(at, at + 3333))
          .execute();
    });
    expect(
      (await owner.call(cameraImportsCalls.addRows, { params: { id }, body: { rows: [row(20_000)] } })).body,
    ).toMatchObject({ code: 'too_many' });
    expect((await get(id)).counts.total).toBe(10_000);
  });

  it('is seen by nobody else, also not by another administrator', async () => {
    const { id } = (await bring([row(2)])).body;
    const other = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraCreate', 'CameraView', 'CoreView'],
    });
    const params = { id };
    for (const call of [cameraImportsCalls.get, cameraImportsCalls.cancel, cameraImportsCalls.remove] as const)
      expect((await other.call(call, { params })).status).toBe(404);
    expect((await other.call(cameraImportsCalls.rows, { params, query: {} })).status).toBe(404);
    expect((await other.call(cameraImportsCalls.start, { params, body: { action: 'create' } })).status).toBe(404);
    expect((await other.call(cameraImportsCalls.list, {})).body.items).toEqual([]);
    expect((await owner.call(cameraImportsCalls.list, {})).body.items).toMatchObject([{ id, fileName: 'cameras.csv' }]);
  });

  it('CAMWIZ-009: says at each row what is wrong in it, and never tells a password', async () => {
    const { id } = (
      await bring([
        row(2),
        row(3, { name: '', connectionString: 'http://x' }),
        row(4, { connectionString: '', ip: '' }),
      ])
    ).body;
    const items = await rowsOf(id);
    expect(items).toMatchObject([
      {
        line: 2,
        error: false,
        createStatus: 'none',
        camera: { name: 'Camera 2', url: 'rtsp://10.0.1.2/1', username: 'admin' },
      },
      {
        line: 3,
        error: true,
        cause: 'validation_failed',
        faults: [
          { column: 'name', problem: 'missing' },
          { column: 'connection string', problem: 'camera_url_invalid' },
        ],
      },
      { line: 4, error: true, faults: [{ column: 'ip', problem: 'missing' }], errorMsg: 'ip is missing.' },
    ]);
    await start(id, { action: 'create', only: 'failed' });
    expect((await done(id)).counts).toMatchObject({ failed: 2, wrong: 2, created: 0 });
    expect(JSON.stringify([items, await get(id)])).not.toContain('S3cret');
    const stored = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx.selectFrom('cameraImportRows').selectAll().execute(),
    );
    expect(
      JSON.stringify(stored, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      ),
    ).not.toContain('S3cret');
  });
});

describe('the work on a list', () => {
  it('CAMWIZ-006: looks at rows through the core: one has a picture, one says what is wrong', async () => {
    await edge.connect();
    edge.answer('camera.test', ({ url }: { url: string }) =>
      url.includes('10.0.1.3') ? fails('camera_credentials_refused') : streamTest,
    );
    const { id } = (await bring([row(2), row(3)])).body;
    expect((await start(id, { action: 'test' })).body.work).toBe('test');
    expect((await done(id)).counts).toMatchObject({ tested: 1, failed: 1, created: 0 });
    await start(id, { action: 'again' });
    expect((await done(id)).counts).toMatchObject({ tested: 1, failed: 1, created: 0 });
    const [good, bad] = await rowsOf(id);
    expect(good).toMatchObject({
      session: id,
      loading: false,
      success: true,
      error: false,
      errorMsg: null,
      createStatus: 'none',
      test: { format: { width: 1280 }, snapshot: null },
    });
    expect(bad).toMatchObject({ success: false, error: true, cause: 'camera_credentials_refused', snapshotUrl: null });
    const picture = await fetch(`${server.url}${good?.snapshotUrl ?? ''}`);
    expect([picture.status, Buffer.from(await picture.arrayBuffer())]).toEqual([200, jpeg]);
    expect((await fetch(`${server.url}${(good?.snapshotUrl ?? '').replace('rows/2', 'rows/3')}`)).status).toBe(404);
    await owner.call(cameraImportsCalls.remove, { params: { id } });
    expect((await fetch(`${server.url}${good?.snapshotUrl ?? ''}`)).status).toBe(404);
  });

  it('CAMWIZ-003: makes every camera once, tries failed ones again, and leaves no password behind', async () => {
    await owner.call(camerasCalls.create, {
      body: {
        name: 'There',
        edgeId: edge.edgeId,
        locationId: edge.locationId,
        streams: [{ kind: 'main', url: 'rtsp://10.0.1.3/1' }],
      },
    });
    const { id } = (
      await bring([row(2), row(3), row(4)], { settings: { retentionDays: 7, isWebrtc: true, isWebrtcRelay: false } })
    ).body;
    await start(id, { action: 'create' });
    expect((await done(id)).counts).toMatchObject({ created: 2, failed: 1, waiting: 0 });
    expect(await rowsOf(id, { only: 'failed' })).toMatchObject([
      { line: 3, cause: 'camera_duplicate', createStatus: 'failed' },
    ]);
    const there = (await cameras()).items.find(({ name }) => name === 'There');
    await owner.call(camerasCalls.remove, { params: { id: there?.id ?? '' } });
    await start(id, { action: 'again' });
    await start(id, { action: 'create' });
    expect((await done(id)).counts).toMatchObject({ created: 3, failed: 0 });
    const list = await cameras();
    expect(list.items.map(({ name, retentionDays }) => [name, retentionDays])).toEqual([
      ['Camera 2', 7],
      ['Camera 3', 7],
      ['Camera 4', 7],
    ]);
    expect(new Set((await rowsOf(id)).map(({ cameraId }) => cameraId))).toEqual(
      new Set(list.items.map((camera) => camera.id)),
    );
    await edge.connect();
    const { operation } = await edge.next('operation', (message) => message.operation.desired?.name === 'Camera 4');
    expect(operation.desired).toMatchObject({
      credentials: { username: 'admin', password: 'S3cret-Row' },
      settings: { delivery: { isWebrtcRelay: false } },
    });
    const sealed = await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx.selectFrom('cameraImportRows').select('sealed').execute(),
    );
    expect(sealed.every((one) => one.sealed === null)).toBe(true);
  });

  it('asks a device by ONVIF when its row has no address', async () => {
    await edge.connect();
    const profile = {
      token: 'a',
      name: 'a',
      videoCodec: 'H264',
      width: 1280,
      height: 720,
      fps: 25,
      bitrateKbps: null,
      url: 'rtsp://10.0.1.9/onvif',
      hasPtz: false,
    };
    const can = { ptz: false, presets: false, events: false, imaging: false, reboot: false, audio: false };
    const device = {
      manufacturer: 'A',
      model: 'B',
      firmware: '1',
      serial: '1',
      macAddress: null,
      clockOffsetMs: 0,
      profiles: [profile],
      mainToken: 'a',
      subToken: null,
      can,
    };
    edge.answer('onvif.look', () => device);
    const { id } = (await bring([row(2, { ip: '10.0.1.9', port: '8000', connectionString: '' })], { type: 'scan' }))
      .body;
    await start(id, { action: 'create' });
    expect((await done(id)).counts.created).toBe(1);
    expect((await cameras()).items).toMatchObject([
      { onvif: { host: '10.0.1.9', port: 8000 }, streams: [{ url: 'rtsp://10.0.1.9/onvif' }] },
    ]);
  });

  it('takes another camera of a recorder at each row, and says when it has no more', async () => {
    await edge.connect();
    const profile = (token: string, source: string, width: number) => ({
      token,
      name: token,
      videoCodec: 'h264',
      width,
      height: 720,
      fps: 25,
      bitrateKbps: null,
      url: `rtsp://10.0.1.9/${token}`,
      hasPtz: false,
      source,
    });
    const about = { manufacturer: 'A', model: 'R', firmware: '1', serial: '1', macAddress: null, clockOffsetMs: 0 };
    const profiles = [profile('1', 'one', 1280), profile('1s', 'one', 640), profile('2', 'two', 1280)];
    const can = { ptz: false, presets: false, events: false, imaging: false, reboot: false, audio: false };
    edge.answer('onvif.look', () => ({ ...about, profiles, mainToken: '1', subToken: '1s', can }));
    for (const expected of [1, 1, 0]) {
      const rows = [row(2, { name: newId(), ip: '10.0.1.9', port: '80', connectionString: '' })];
      const { id } = (await bring(rows, { type: 'scan' })).body;
      await start(id, { action: 'create' });
      expect((await done(id)).counts.created).toBe(expected);
    }
    const made = (await cameras()).items.map(({ streams }) => streams.map(({ url }) => (url ?? '').slice(-2)).sort());
    expect(made).toHaveLength(2);
    expect(made).toEqual(expect.arrayContaining([['/1', '1s'], ['/2']]));
  });

  it('of a recorder takes the channel that was picked, and no other where it is a camera already or gone', async () => {
    await edge.connect();
    const profiles = ['one', 'two', 'three'].map((source) => ({
      token: source,
      name: source,
      videoCodec: 'h264',
      width: 1280,
      height: 720,
      fps: 25,
      bitrateKbps: null,
      url: `rtsp://10.0.1.9/${source}`,
      hasPtz: false,
      source,
    }));
    const about = { manufacturer: 'A', model: 'R', firmware: '1', serial: '1', macAddress: null, clockOffsetMs: 0 };
    const can = { ptz: false, presets: false, events: false, imaging: false, reboot: false, audio: false };
    edge.answer('onvif.look', () => ({ ...about, profiles, mainToken: 'one', subToken: null, can }));
    const at = (line: number, channel: string) =>
      row(line, { ip: '10.0.1.9', port: '80', connectionString: '', channel });
    const causesOf = async (rows: object[]) => {
      const { id } = (await bring(rows, { type: 'scan' })).body;
      await start(id, { action: 'create' });
      await done(id);
      return (await rowsOf(id)).map(({ cause }) => cause);
    };
    expect(await causesOf([at(2, 'two'), at(4, 'nine'), at(5, 'three')])).toEqual([null, 'onvif_no_profiles', null]);
    expect(await causesOf([at(2, 'two')])).toEqual(['camera_duplicate']);
    const made = (await cameras()).items
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(({ name, streams }) => [name, streams[0]?.url]);
    expect(made).toEqual([
      ['Camera 2', 'rtsp://10.0.1.9/two'],
      ['Camera 5', 'rtsp://10.0.1.9/three'],
    ]);
  });

  it('ends with its cause when the core is away, and blames no row', async () => {
    const { id } = (await bring([row(2), row(3)])).body;
    await start(id, { action: 'test' });
    const ended = await done(id);
    expect(ended).toMatchObject({ cause: 'core_offline', counts: { open: 2, failed: 0, waiting: 0 } });
  });

  it('CAMWIZ-006: goes on with all of its rows when the core, or the server, was away only for a moment', async () => {
    await edge.connect();
    const { id } = (await bring([row(2), row(3)])).body;
    await start(id, { action: 'test' });
    await edge.next('request', ({ command }) => command === 'camera.test');
    edge.hangUp();
    await expect
      .poll(async () => (await owner.call(edgesCalls.get, { params: { id: edge.edgeId } })).body.state)
      .toBe('offline');
    edge.answer('camera.test', () => streamTest);
    await edge.connect();
    expect(await done(id)).toMatchObject({ cause: null, counts: { tested: 2, failed: 0, waiting: 0 } });
  });

  it('goes on when rows are marked while it ends: neither misses the other', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const { id: importId } = (await bring([row(2), row(3)])).body;
    const place = { organizationId, importId };
    const { database, jobs } = server.platform;
    const work = { ...place, sessionId: await sessionOf(owner) };
    const endedJobs = async (): Promise<number> =>
      (
        await sql`select id from jobs.job where name = ${importJobs.name} and state = 'completed'
          and data ->> 'importId' = ${importId}`.execute(database.global)
      ).rows.length;
    await database.withOrganization(organizationId, async (trx) => {
      await holdWork(trx, place);
      await markWaiting(trx, place, { action: 'test', only: 'open', lines: [2] });
      await askForWork(trx, jobs, work);
      // Another one runs and ends meanwhile, which sees none of that yet.
      await jobs.add(database.global, importJobs, { data: work });
      await expect.poll(endedJobs).toBe(1);
      expect((await get(importId)).counts.waiting).toBe(0);
    });
    await expect.poll(endedJobs).toBe(2);
    expect((await get(importId)).counts.waiting).toBe(0);
  });

  it('can be cancelled; what was made stays, and nothing is begun while it goes on', async () => {
    await edge.connect();
    const { id } = (await bring([row(2), row(3)])).body;
    await start(id, { action: 'test' });
    await edge.next('request', ({ command }) => command === 'camera.test');
    expect((await start(id, { action: 'create' })).body).toMatchObject({ code: 'camera_import_running' });
    expect(
      (await owner.call(cameraImportsCalls.addRows, { params: { id }, body: { rows: [row(9)] } })).body,
    ).toMatchObject({ code: 'camera_import_running' });
    expect((await owner.call(cameraImportsCalls.cancel, { params: { id } })).body).toMatchObject({
      work: 'none',
      counts: { waiting: 0, open: 2 },
    });
  });

  it('makes nothing of a row whose device answers after it was cancelled', async () => {
    await edge.connect();
    const { id } = (await bring([row(2, { ip: '10.0.1.9', connectionString: '' }), row(3)], { type: 'scan' })).body;
    await start(id, { action: 'create', lines: [2] });
    const { requestId } = await edge.next('request', ({ command }) => command === 'onvif.look');
    await owner.call(cameraImportsCalls.cancel, { params: { id } });
    const profile = {
      token: 'a',
      name: 'a',
      videoCodec: 'H264',
      width: 1280,
      height: 720,
      fps: 25,
      bitrateKbps: null,
      url: 'rtsp://10.0.1.9/a',
      hasPtz: false,
    };
    const can = { ptz: false, presets: false, events: false, imaging: false, reboot: false, audio: false };
    const known = { manufacturer: 'A', model: 'B', firmware: '1', serial: '1', macAddress: null, clockOffsetMs: 0 };
    edge.send({
      type: 'reply',
      requestId,
      ok: true,
      body: { ...known, profiles: [profile], mainToken: 'a', subToken: null, can },
    });
    // What was being done is over when the next is.
    await start(id, { action: 'create', lines: [3] });
    expect((await done(id)).counts).toMatchObject({ created: 1, open: 1 });
    expect((await cameras()).items.map(({ name }) => name)).toEqual(['Camera 3']);
  });

  it('ends when who began it signed out or lost the right', async () => {
    const helper = await server.person({
      organizationId: owner.session.activeOrganizationId,
      permissions: ['CameraCreate', 'CameraView', 'CoreView'],
    });
    const body = { type: 'file' as const, edgeId: edge.edgeId, locationId: edge.locationId, rows: [row(2)] };
    const { id } = (await helper.call(cameraImportsCalls.create, { body })).body;
    await server.platform.database.withOrganization(owner.session.activeOrganizationId ?? '', (trx) =>
      trx.deleteFrom('memberships').where('userId', '=', helper.userId).execute(),
    );
    const place = { organizationId: owner.session.activeOrganizationId ?? '', importId: id };
    const sessionId = await sessionOf(helper);
    await server.platform.database.withOrganization(place.organizationId, async (trx) => {
      await trx.updateTable('cameraImportRows').set({ wanted: 'create' }).where('importId', '=', id).execute();
      await askForWork(trx, server.platform.jobs, { ...place, sessionId });
    });
    const waiting = () =>
      server.platform.database.withOrganization(place.organizationId, (trx) =>
        trx.selectFrom('cameraImports').select('cause').where('id', '=', id).executeTakeFirst(),
      );
    await expect.poll(waiting, { timeout: 10_000 }).toEqual({ cause: 'camera_import_stopped' });
    expect((await cameras()).total.value).toBe(0);
  });

  it('is thrown away after its time with all that was in it', async () => {
    const { id } = (await bring([row(2)])).body;
    await deleteExpiredImports(server.platform, new Date(Date.now() + 8 * 86_400_000));
    expect((await owner.call(cameraImportsCalls.get, { params: { id } })).status).toBe(404);
  });

  it('of one person is one of twenty at most, beside those that are worked on', async () => {
    const organizationId = owner.session.activeOrganizationId ?? '';
    const worked = (await bring([row(2)])).body.id;
    const oldest = (await bring([row(2)])).body.id;
    const setWanted = (wanted: 'test' | null) =>
      server.platform.database.withOrganization(organizationId, (trx) =>
        trx
          .updateTable('cameraImportRows')
          .set({ wanted })
          .where('organizationId', '=', organizationId)
          .where('importId', '=', worked)
          .execute(),
      );
    await setWanted('test');
    for (let count = 0; count < 20; count += 1) expect((await bring([row(2)])).status).toBe(201);
    expect((await owner.call(cameraImportsCalls.get, { params: { id: oldest } })).status).toBe(404);
    expect((await get(worked)).id).toBe(worked);
    // Its pictures, if it had any, go with the next sweep.
    await deleteExpiredImports(server.platform, new Date(Date.now() + 1_000));
    await setWanted(null);
    await bring([row(2)]);
    expect((await owner.call(cameraImportsCalls.get, { params: { id: worked } })).status).toBe(404);
    const ends = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('cameraImportEnds')
        .select('importId')
        .where('organizationId', '=', organizationId)
        .where('expiresAt', '>', new Date())
        .execute(),
    );
    expect(ends.length).toBe(20);
  });
});

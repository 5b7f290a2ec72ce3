import { cameraOnboardingCalls } from '@sightline/contracts/camera-onboarding/camera-onboarding.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

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

const input = (change: object = {}) => ({
  name: 'Gate',
  edgeId: edge.edgeId,
  locationId: edge.locationId,
  streams: [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/1' }],
  credentials: { username: 'admin', password: 'S3cret-Passw0rd' },
  ...change,
});
const create = (change: object = {}) => owner.call(camerasCalls.create, { body: input(change) });
const organizationId = (): string => owner.session.activeOrganizationId ?? '';

describe('adding a camera', () => {
  it('says what is wrong with an address', async () => {
    for (const url of ['http://10.0.0.1/', '10.0.0.1', 'rtsp://', 'rtsp:// /x', 'file:///etc/passwd']) {
      expect((await create({ streams: [{ kind: 'main', url }] })).body, url).toMatchObject({
        code: 'camera_url_invalid',
        data: { fields: ['streams.0.url'] },
      });
    }
    expect((await create({ streams: [{ kind: 'main', url: 'rtsp://10.0.0.1:65536/' }] })).body).toMatchObject({
      code: 'camera_url_port_wrong',
      data: { fields: ['streams.0.url'] },
    });
  });

  it('CAMWIZ-004: refuses an address that may show a part of a password, at every way in', async () => {
    const url = 'rtsp://admin:S3cret@ss/w@10.0.0.1/1';
    const { body: camera } = await create();
    const streams = [{ kind: 'main' as const, url }];
    const refused = [
      await create({ streams }),
      await owner.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url } }),
      await owner.call(camerasCalls.update, { params: { id: camera.id }, body: { streams } }),
    ];
    expect(refused.map(({ body }) => body)).toEqual(
      refused.map(() => expect.objectContaining({ code: 'camera_url_ambiguous' })),
    );
    expect(JSON.stringify(refused.map(({ body }) => body))).not.toContain('ss/w');
  });

  it('wants exactly one main stream', async () => {
    expect((await create({ streams: [{ kind: 'sub', url: 'rtsp://10.0.0.1/1' }] })).body).toMatchObject({
      code: 'validation_failed',
    });
    expect(
      (
        await create({
          streams: [
            { kind: 'main', url: 'rtsp://10.0.0.1/1' },
            { kind: 'main', url: 'rtsp://10.0.0.1/2' },
          ],
        })
      ).body,
    ).toMatchObject({ code: 'validation_failed' });
  });

  it('refuses the same stream twice on one core, in any spelling, also when two ask at once', async () => {
    expect((await create()).status).toBe(201);
    expect((await create({ streams: [{ kind: 'main', url: 'RTSP://u:p@10.0.0.1:554/1/' }] })).body).toMatchObject({
      code: 'camera_duplicate',
    });
    const both = await Promise.all([1, 2].map(() => create({ streams: [{ kind: 'main', url: 'rtsp://10.0.0.2/1' }] })));
    expect(both.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409]);
  });

  it('refuses a place that is not at or below its core', async () => {
    const elsewhere = await owner.call(locationsCalls.create, { body: { name: 'Elsewhere', timeZone: 'UTC' } });
    expect((await create({ locationId: elsewhere.body.id })).body).toMatchObject({
      code: 'camera_not_below_core',
      data: { fields: ['locationId'] },
    });
  });

  it('leaves nothing behind when it fails half-way', async () => {
    await create();
    await create({ name: 'Second' });
    const counts = await server.platform.database.withOrganization(organizationId(), async (trx) => ({
      cameras: (await trx.selectFrom('cameras').select('id').execute()).length,
      secrets: (await trx.selectFrom('secrets').select('id').execute()).length,
      operations: (await trx.selectFrom('operations').select('sequence').execute()).length,
    }));
    expect(counts).toEqual({ cameras: 1, secrets: 1, operations: 1 });
  });
});

describe('credentials', () => {
  it('in an address are split off, and never come back', async () => {
    const { body } = await create({
      credentials: undefined,
      streams: [{ kind: 'main', url: 'rtsp://root:S3cret-In-Url@10.0.0.1/1' }],
    });
    expect(body).toMatchObject({ username: 'root', hasPassword: true, streams: [{ url: 'rtsp://10.0.0.1/1' }] });
    const list = await owner.call(camerasCalls.list, { query: {} });
    expect(JSON.stringify([body, list.body])).not.toContain('S3cret');
    await edge.connect();
    expect((await edge.next('operation')).operation.desired?.credentials).toEqual({
      username: 'root',
      password: 'S3cret-In-Url',
    });
  });

  it('lie encrypted in the database and stand in no log, audit or event', async () => {
    await create();
    await edge.connect();
    await edge.next('operation');
    await owner.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url: 'rtsp://x:S3cret-Passw0rd@10.0.0.77/1' } });
    const dump = await server.platform.database.withOrganization(organizationId(), async (trx) => {
      const tables = await Promise.all(
        (['secrets', 'cameras', 'cameraStreams', 'auditEntries', 'operations'] as const).map((table) =>
          trx.selectFrom(table).selectAll().execute(),
        ),
      );
      return tables.flat();
    });
    const changes = await server.platform.database.global.selectFrom('changes').selectAll().execute();
    expect(dump.length).toBeGreaterThan(4);
    expect(
      JSON.stringify([dump, changes], (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
      ),
    ).not.toContain('S3cret');
    for (const secret of ['S3cret', 'a long password', owner.session.accessToken])
      expect(server.logged()).not.toContain(secret);
    expect(server.logged()).toContain('"call":"cameras.create"');
  });

  it('that are stored go only to the host that they were stored for', async () => {
    const { body: camera } = await create();
    await edge.connect();
    const seen: { url: string; credentials: { password: string } }[] = [];
    edge.answer('camera.test', (body: never) => {
      seen.push(body);
      throw Object.assign(new Error('enough'), { code: 'camera_unreachable' });
    });
    for (const url of ['rtsp://10.0.0.1/other', 'rtsp://attacker.example/1'])
      await owner.call(camerasCalls.test, { body: { edgeId: edge.edgeId, url, cameraId: camera.id } });
    const elsewhere = await makeTestEdge(server, owner);
    await elsewhere.connect();
    elsewhere.answer('camera.test', (body: never) => {
      seen.push(body);
      throw Object.assign(new Error('enough'), { code: 'camera_unreachable' });
    });
    await owner.call(camerasCalls.test, {
      body: { edgeId: elsewhere.edgeId, url: 'rtsp://10.0.0.1/other', cameraId: camera.id },
    });
    expect(seen.map((body) => body.credentials.password)).toEqual(['S3cret-Passw0rd', '', '']);
  });

  it('that are stored are not sent to a new host by an edit, but stay on a new path of the same host', async () => {
    const { body: camera } = await create();
    const edit = (url: string, change: object = {}) =>
      owner.call(camerasCalls.update, {
        params: { id: camera.id },
        body: { streams: [{ kind: 'main', url }], ...change },
      });
    for (const url of ['rtsp://attacker.example/1', 'rtsp://10.0.0.1:8554/1', 'rtsp://10.0.0.1@attacker.example?/1'])
      expect([(await edit(url)).status, url]).toEqual([url.includes('@') ? 200 : 409, url]);
    const again = (await create({ name: 'Yard', streams: [{ kind: 'main', url: 'rtsp://10.0.0.9/1' }] })).body;
    const editAgain = (url: string, change: object = {}) =>
      owner.call(camerasCalls.update, {
        params: { id: again.id },
        body: { streams: [{ kind: 'main', url }], ...change },
      });
    expect((await editAgain('rtsp://10.0.0.8/1')).body).toMatchObject({
      code: 'camera_password_needed',
      data: { fields: ['credentials.password'] },
    });
    expect((await editAgain('rtsp://10.0.0.9:554/2')).body).toMatchObject({
      hasPassword: true,
      streams: [{ url: 'rtsp://10.0.0.9:554/2' }],
    });
    expect(
      (await editAgain('rtsp://10.0.0.8/1', { credentials: { username: 'admin', password: 'typed' } })).status,
    ).toBe(200);
  });
});

describe('changing a camera', () => {
  it('keeps what is not mentioned, and streams keep their ids when their address changes', async () => {
    const { body: before } = await create({
      retentionDays: 7,
      streams: [
        { kind: 'main', url: 'rtsp://10.0.0.1/1' },
        { kind: 'sub', url: 'rtsp://10.0.0.1/2' },
      ],
    });
    const swapped = [
      { kind: 'main' as const, url: 'rtsp://10.0.0.1/2' },
      { kind: 'sub' as const, url: 'rtsp://10.0.0.1/1' },
    ];
    const { body: after } = await owner.call(camerasCalls.update, {
      params: { id: before.id },
      body: { streams: swapped },
    });
    expect(after).toMatchObject({
      name: 'Gate',
      retentionDays: 7,
      username: 'admin',
      hasPassword: true,
      revision: 2,
      isSync: false,
    });
    expect(after.streams.map((stream) => stream.id)).toEqual(before.streams.map((stream) => stream.id));
  });

  it('tells its core when the zone of its site changes', async () => {
    const { body: camera } = await create();
    await edge.connect();
    await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { timeZone: 'Asia/Jerusalem' } });
    const told = await edge.next('operation', ({ operation }) => operation.sequence === 2);
    expect(told.operation).toMatchObject({ entityId: camera.id, revision: 2, desired: { timeZone: 'Asia/Jerusalem' } });
  });

  it('is deleted once, however many want that at once', async () => {
    const { body } = await create();
    const answers = await Promise.all(
      [1, 2, 3].map(() => owner.call(camerasCalls.remove, { params: { id: body.id } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
  });

  it('is refused with an account that would end the line in which it is sent', async () => {
    const refused = await create({ credentials: { username: 'admin\r\nX: y', password: 'a\nb' } });
    expect(refused).toMatchObject({
      status: 400,
      body: { data: { fields: ['credentials.username', 'credentials.password'] } },
    });
  });

  it('frees its address when it is deleted', async () => {
    const { body } = await create();
    expect((await owner.call(edgesCalls.remove, { params: { id: edge.edgeId } })).body).toMatchObject({
      code: 'core_not_empty',
    });
    expect((await owner.call(locationsCalls.remove, { params: { id: edge.locationId } })).body).toMatchObject({
      code: 'location_not_empty',
    });
    expect((await owner.call(camerasCalls.remove, { params: { id: body.id } })).status).toBe(200);
    expect((await owner.call(camerasCalls.get, { params: { id: body.id } })).body).toMatchObject({ code: 'not_found' });
    expect((await create()).status).toBe(201);
  });
});

describe('the audit', () => {
  it('keeps who did what with the change itself, and nothing of what failed', async () => {
    const { body } = await create();
    await create({ name: 'Duplicate' });
    const rows = await server.platform.database.withOrganization(organizationId(), (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['action', 'entityId', 'userId', 'sessionId'])
        .where('entityKind', '=', 'camera')
        .execute(),
    );
    expect(rows).toEqual([
      {
        action: 'camera.create',
        entityId: body.id,
        userId: owner.userId,
        sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
    ]);
  });
});

describe('a list of cameras', () => {
  it('pages through all of them in the order of people', async () => {
    for (const name of ['Gate 10', 'gate 9', 'Éntrance', 'שער', 'Gate 9b'])
      await create({ name, streams: [{ kind: 'main', url: `rtsp://10.0.0.3/${encodeURIComponent(name)}` }] });
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await owner.call(camerasCalls.list, { query: { limit: 2, cursor } });
      expect(page.body.total).toEqual({ value: 5, relation: 'exact' });
      names.push(...page.body.items.map((camera) => camera.name));
      cursor = page.body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toEqual(['Éntrance', 'gate 9', 'Gate 9b', 'Gate 10', 'שער']);
    expect(
      (await owner.call(camerasCalls.list, { query: { state: 'notConnected', limit: 3 } })).body.items,
    ).toHaveLength(3);
    expect((await owner.call(camerasCalls.list, { query: { state: 'online' } })).body.items).toEqual([]);
    expect(
      (await owner.call(camerasCalls.list, { query: { search: 'GATE 9' } })).body.items.map((camera) => camera.name),
    ).toEqual(['gate 9', 'Gate 9b']);
  });

  it('tells how a camera is reached only whoever may edit it, and nobody by what a list or the wizard says', async () => {
    const { body: camera } = await create({ onvif: { host: '10.0.0.1', port: 80 } });
    expect(camera).toMatchObject({
      username: 'admin',
      hasPassword: true,
      onvif: { host: '10.0.0.1' },
      streams: [{ url: 'rtsp://10.0.0.1/1' }],
    });
    const guard = await server.person({ organizationId: organizationId(), permissions: ['CameraView'] });
    const installer = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView', 'CameraCreate'],
    });
    const answers = [
      await guard.call(camerasCalls.get, { params: { id: camera.id } }),
      await guard.call(camerasCalls.list, { query: {} }),
      await guard.call(camerasCalls.getSettings, { params: { id: camera.id } }),
      await guard.call(cameraOnboardingCalls.details, { params: { id: camera.id } }),
      await installer.call(camerasCalls.list, { query: { search: '10.0.0.1' } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.1|admin|rtsp:/);
    }
    expect(answers[0]?.body).toMatchObject({
      username: null,
      hasPassword: null,
      onvif: null,
      streams: [{ kind: 'main', url: null }],
    });
  });

  it('shows a member only what lies at or below the places of the grants', async () => {
    const below = await owner.call(locationsCalls.create, {
      body: { name: 'Yard', timeZone: 'UTC', parentId: edge.locationId },
    });
    const { body: top } = await create();
    const { body: low } = await create({
      name: 'Low',
      locationId: below.body.id,
      streams: [{ kind: 'main', url: 'rtsp://10.0.0.4/1' }],
    });
    const guard = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView'],
      locationId: below.body.id,
    });
    expect((await guard.call(camerasCalls.list, { query: {} })).body.items.map((camera) => camera.id)).toEqual([
      low.id,
    ]);
    expect((await guard.call(camerasCalls.get, { params: { id: top.id } })).body).toMatchObject({ code: 'not_found' });
    expect((await guard.call(camerasCalls.get, { params: { id: low.id } })).body).toMatchObject({
      can: { live: true, playback: false, edit: false },
    });
    expect((await guard.call(camerasCalls.remove, { params: { id: low.id } })).body).toMatchObject({
      code: 'forbidden',
    });
    const above = await server.person({
      organizationId: organizationId(),
      permissions: ['CameraView'],
      locationId: edge.locationId,
    });
    expect((await above.call(camerasCalls.list, { query: {} })).body.total.value).toBe(2);
    expect((await owner.call(camerasCalls.list, { query: { locationId: edge.locationId } })).body.total.value).toBe(2);
    const own = await owner.call(camerasCalls.list, { query: { locationId: edge.locationId, locationDepth: 'own' } });
    expect(own.body).toMatchObject({ items: [{ id: top.id }], total: { value: 1 } });
  });
});

describe('the picture of a camera', () => {
  const withPicture = async (reply: (body: { revision: number }) => string = () => 'picture'): Promise<string> => {
    const { body: camera } = await create();
    await edge.connect();
    edge.answer('camera.poster', (body: { revision: number }) => ({
      jpeg: Buffer.from(reply(body)).toString('base64'),
      atUtcMs: 1,
    }));
    const format = {
      videoCodec: 'h264' as const,
      width: 1,
      height: 1,
      fps: null,
      bitrateKbps: null,
      gopMs: null,
      hasBFrames: false,
      audioCodec: null,
    };
    const status = { state: 'online' as const, cause: null, sinceUtcMs: 1 };
    edge.records(1, [
      {
        kind: 'streamStatus',
        cameraId: camera.id,
        streamId: camera.streams[0]?.id ?? '',
        status,
        format,
        isRecording: true,
        recordingCause: null,
      },
    ]);
    await edge.next('ack');
    const { body } = await owner.call(camerasCalls.get, { params: { id: camera.id } });
    expect(body.status.state).toBe('online');
    return `${server.url}${body.posterUrl ?? ''}`;
  };

  it('opens with its signed address alone, and not with a changed one', async () => {
    const url = await withPicture();
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'image/jpeg',
      'picture',
    ]);
    const changed = url.replace(/signature=(.)/, (_, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`);
    expect((await fetch(changed)).status).toBe(404);
    expect((await fetch(url.replace(/expires=\d/, 'expires=9'))).status).toBe(404);
  });

  it('from before a change is not shown after it: the camera may hide more by now', async () => {
    let known = Number.POSITIVE_INFINITY;
    const url = await withPicture(({ revision }) => {
      if (revision > known) throw Object.assign(new Error('old'), { code: 'camera_not_ready' });
      return `of ${String(revision)}`;
    });
    expect(await (await fetch(url)).text()).toBe('of 1');
    known = 1;
    const id = new URL(url).pathname.split('/').at(-2) ?? '';
    await owner.call(camerasCalls.update, { params: { id }, body: { name: 'Desk' } });
    const refused = await fetch(url);
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'camera_not_ready' }),
    ]);
    known = 2;
    expect(await (await fetch(url)).text()).toBe('of 2');
  });

  it('stays when the core is away, and ends with the session', async () => {
    const url = await withPicture();
    await fetch(url);
    edge.hangUp();
    expect(await (await fetch(url)).text()).toBe('picture');
    await sql`delete from auth."session" where id = ${JSON.parse(Buffer.from(owner.session.accessToken.split('.')[1] ?? '', 'base64url').toString()).sid as string}`.execute(
      server.platform.database.global,
    );
    expect((await fetch(url)).status).toBe(404);
  });
});

describe('locations and cores', () => {
  it('refuse a place below itself and zones that no clock has', async () => {
    const child = await owner.call(locationsCalls.create, {
      body: { name: 'Child', timeZone: 'UTC', parentId: edge.locationId },
    });
    expect(
      (await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { parentId: child.body.id } }))
        .body,
    ).toMatchObject({
      code: 'location_parent_invalid',
    });
    const stranger = await server.person();
    const foreign = (await stranger.call(locationsCalls.create, { body: { name: 'Elsewhere', timeZone: 'UTC' } })).body
      .id;
    for (const parentId of [foreign, newId()]) {
      const answers = [
        await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { parentId } }),
        await owner.call(locationsCalls.create, { body: { name: 'Lost', timeZone: 'UTC', parentId } }),
      ];
      for (const { body } of answers) expect(body).toMatchObject({ code: 'not_found', data: {} });
    }
    expect(
      (await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { timeZone: 'Mars/Base' } }))
        .body,
    ).toMatchObject({
      code: 'time_zone_unknown',
    });
    expect(
      (await owner.call(locationsCalls.update, { params: { id: child.body.id }, body: { name: 'Kept' } })).body,
    ).toMatchObject({
      parentId: edge.locationId,
      name: 'Kept',
    });
  });

  it('move with everything below them', async () => {
    const ids: string[] = [];
    for (const parentId of [null, 0, 1, null]) {
      const made = await owner.call(locationsCalls.create, {
        body: { name: 'L', timeZone: 'UTC', parentId: parentId === null ? null : (ids[parentId] ?? null) },
      });
      ids.push(made.body.id);
    }
    const [, middle, leaf, other] = ids as [string, string, string, string];
    await owner.call(locationsCalls.update, { params: { id: middle }, body: { parentId: other } });
    const guard = await server.person({
      organizationId: organizationId(),
      permissions: ['LocationView'],
      locationId: other,
    });
    const { body } = await guard.call(locationsCalls.list, { query: {} });
    expect(body.items.map((item) => item.id).sort()).toEqual([other, middle, leaf].sort());
  });

  it('give a claim code that works once, within half an hour, for one of those who ask at once', async () => {
    const made = await owner.call(edgesCalls.create, { body: { name: 'New', locationId: edge.locationId } });
    const old = await owner.call(edgesCalls.createClaimCode, { params: { id: made.body.id } });
    const { body } = await owner.call(edgesCalls.createClaimCode, { params: { id: made.body.id } });
    expect(body.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const claim = (code: string) =>
      server.call(edgesCalls.claim, { body: { code, publicKey: 'A'.repeat(43), version: '1', hostname: 'h' } });
    expect((await claim(old.body.code)).body).toMatchObject({ code: 'claim_code_invalid' });
    const answers = await Promise.all([1, 2, 3].map(() => claim(body.code.toLowerCase().replaceAll('-', ' '))));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400, 400]);
    const refusals = [];
    for (let attempt = 0; attempt < 12; attempt += 1) refusals.push((await claim('WRONG')).status);
    expect(refusals.at(-1)).toBe(429);
  });

  it('have no core on the same machine unless the server was started with one', async () => {
    expect((await owner.call(edgesCalls.claimLocal, { params: { id: edge.edgeId } })).body).toMatchObject({
      code: 'local_core_absent',
    });
  });

  it('carry names that are heard in every screen', async () => {
    await owner.call(organizationsCalls.updateCurrent, { body: { name: 'New name' } });
    await vi.waitFor(async () =>
      expect((await owner.call(organizationsCalls.getCurrent, {})).body.name).toBe('New name'),
    );
  });
});

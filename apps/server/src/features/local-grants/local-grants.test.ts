import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { localGrantsCalls } from '@sightline/contracts/local-grants/local-grants.api';
import {
  localGrantClaims,
  localGrantMs,
  type LocalGrant,
  type LocalTrust,
} from '@sightline/contracts/local-grants/local-grant';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { sessionsCalls } from '@sightline/contracts/sessions/sessions.api';
import { compactVerify, importJWK } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';

let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let edge: TestEdge;
let cameraId: string;
let trusts: LocalTrust[] = [];

const door = { port: 8189, fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'), password: 'a'.repeat(32) };
const health = { cpuShare: 0, memoryBytes: 1, memoryTotalBytes: 2, diskFreeBytes: 3, diskTotalBytes: 4, uptimeMs: 5 };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  edge = await makeTestEdge(server, owner);
  cameraId = await addCamera('Gate');
  trusts = [];
});

async function addCamera(name: string): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.1/${newId()}` }];
  return (
    await owner.call(camerasCalls.create, { body: { name, edgeId: edge.edgeId, locationId: edge.locationId, streams } })
  ).body.id;
}

/** Links the core and tells of its door; resolves when the core was told what to believe. */
async function link(localEndpointFacts: typeof door | null | 'untold' = door): Promise<void> {
  edge.answer('local.trust', (trust: LocalTrust) => {
    trusts.push(trust);
    return {};
  });
  const { nonce } = await edge.dial();
  edge.hello(nonce, { lanAddresses: ['192.168.1.9'] });
  await edge.next('welcome');
  edge.send({
    type: 'heartbeat',
    sentAtUtcMs: Date.now(),
    clockOffsetMs: 0,
    health,
    outboxDepth: 0,
    ...(localEndpointFacts === 'untold' ? {} : { localDoor: localEndpointFacts }),
  });
  if (localEndpointFacts !== 'untold')
    await vi.waitFor(() => expect(trusts.length).toBeGreaterThan(0), { timeout: 15_000 });
}

const issue = async (person: TestPerson): Promise<LocalGrant[]> =>
  (await person.call(localGrantsCalls.issue, { body: {} })).body.items;
const readGrant = async ({ token }: LocalGrant) => {
  const { payload, protectedHeader } = await compactVerify(token, async ({ kid }) => {
    const x = trusts.at(-1)?.keys.find((key) => key.kid === kid)?.x ?? '';
    return importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA');
  });
  return { header: protectedHeader, claims: localGrantClaims.parse(JSON.parse(new TextDecoder().decode(payload))) };
};
const revoked = (jti: string) => vi.waitFor(() => expect(trusts.at(-1)?.revoked).toContain(jti), { timeout: 15_000 });
const take = (person: TestPerson, permission: 'CameraView' | 'OriginalsView') =>
  server.platform.database.withOrganization(organizationId, (trx) =>
    trx.deleteFrom('grants').where('userId', '=', person.userId).where('permission', '=', permission).execute(),
  );
const notifyRights = (userIds: string[] | null): void =>
  server.platform.bus.publish('rights.changed', { organizationId, userIds });

describe('local grants', () => {
  it('are given to nobody without a session, without a camera to see, from another organization, or by an API key', async () => {
    await link();
    expect((await server.call(localGrantsCalls.issue, { body: {} })).status).toBe(401);
    expect(
      (
        await (
          await server.person({ organizationId, permissions: ['LocationView'] })
        ).call(localGrantsCalls.issue, { body: {} })
      ).status,
    ).toBe(403);
    expect(await issue(await server.person())).toEqual([]);
    const made = await owner.call(apiKeysCalls.create, {
      body: { name: 'Program', scopes: ['CameraView'], expiresAt: null } as never,
    });
    const { body } = await server.call(localGrantsCalls.issue, { body: {} }, (made.body as { key?: string }).key ?? '');
    expect((body as { items?: unknown[] }).items ?? []).toEqual([]);
  });

  it('are given for no core that is away, says nothing of a door, or has it shut', async () => {
    expect(await issue(owner)).toEqual([]);
    await link('untold');
    expect(await issue(owner)).toEqual([]);
    edge.hangUp();
    await link(null);
    expect(await issue(owner)).toEqual([]);
  });

  it('name one core, one person, one session and what may be seen, for twelve hours', async () => {
    await link();
    const guard = await server.person({ organizationId, permissions: ['CameraView'], cameraId });
    await addCamera('Store');
    const [grant, ...more] = await issue(guard);
    expect(more).toEqual([]);
    expect(grant).toMatchObject({
      edgeId: edge.edgeId,
      door: { ...door, addresses: ['192.168.1.9'] },
      cameras: [{ id: cameraId, playback: false, originals: false }],
    });
    const { header, claims } = await readGrant(grant!);
    expect(header).toMatchObject({ alg: 'EdDSA', typ: 'local-grant+jwt' });
    expect(claims).toMatchObject({ aud: edge.edgeId, org: organizationId, sub: guard.userId, cameras: grant!.cameras });
    expect((claims.exp - claims.iat) * 1000).toBe(localGrantMs);
    // It opens nothing here.
    expect((await server.call(camerasCalls.get, { params: { id: cameraId } }, grant!.token)).status).toBe(401);
    expect((await issue(owner))[0]?.cameras).toHaveLength(2);
    expect(trusts.at(-1)).toMatchObject({ isAllowed: true, revoked: [], keys: [{}, {}, {}] });
  });

  it('LIVE-002 are given only where the site allows local streams; those that were given end, and the core shuts its door', async () => {
    await link();
    const [grant] = await issue(owner);
    const { claims } = await readGrant(grant!);
    await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { localLiveStream: false } });
    await vi.waitFor(() => expect(trusts.at(-1)).toMatchObject({ isAllowed: false, revoked: [claims.jti] }), {
      timeout: 15_000,
    });
    expect(await issue(owner)).toEqual([]);
    await owner.call(locationsCalls.update, { params: { id: edge.locationId }, body: { localLiveStream: true } });
    await vi.waitFor(() => expect(trusts.at(-1)).toMatchObject({ isAllowed: true, revoked: [claims.jti] }), {
      timeout: 15_000,
    });
  });

  it('end with the session, at once', async () => {
    await link();
    const guard = await server.person({ organizationId, permissions: ['CameraView'] });
    const [grant] = await issue(guard);
    const kept = (await issue(owner))[0]!;
    await guard.call(sessionsCalls.signOut, {});
    await revoked((await readGrant(grant!)).claims.jti);
    expect(trusts.at(-1)?.revoked).not.toContain((await readGrant(kept)).claims.jti);
  });

  it('are the same for whoever asks again soon, until they allow something else', async () => {
    await link();
    const [first] = await issue(owner);
    expect((await issue(owner))[0]?.token).toBe(first?.token);
    await addCamera('Store');
    const [wider] = await issue(owner);
    expect((await readGrant(wider!)).claims.jti).not.toBe((await readGrant(first!)).claims.jti);
    const again = await server.person({ organizationId, permissions: ['CameraView'], cameraId });
    expect((await issue(again))[0]?.token).not.toBe(first?.token);
  });

  it('that are too many to be named as taken back keep the door shut', async () => {
    await link();
    await server.platform.database.withOrganization(organizationId, (trx) =>
      sql`insert into local_grants (organization_id, id, edge_id, user_id, session_id, cameras, issued_at, expires_at, revoked_at)
        select ${organizationId}, gen_random_uuid(), ${edge.edgeId}, 'u', 's', '[]', now(), now() + interval '1 hour', now() from generate_series(1, 20001)`.execute(
        trx,
      ),
    );
    notifyRights(null);
    await vi.waitFor(() => expect(trusts.at(-1)).toMatchObject({ isAllowed: false, revoked: [] }), { timeout: 15_000 });
  });

  it('end with the session also when another process gave them', async () => {
    await link();
    const guard = await server.person({ organizationId, permissions: ['CameraView'] });
    const jti = newId();
    const { rows } = await sql<{ id: string }>`select id from auth."session" where "userId" = ${guard.userId}`.execute(
      server.platform.database.global,
    );
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('localGrants')
        .values({
          organizationId,
          id: jti,
          edgeId: edge.edgeId,
          userId: guard.userId,
          sessionId: rows[0]?.id ?? '',
          cameras: JSON.stringify([{ id: cameraId, playback: false, originals: false }]),
          issuedAt: new Date(),
          expiresAt: new Date(Date.now() + localGrantMs),
        })
        .execute(),
    );
    // Its core comes to this one, as after a restart.
    edge.hangUp();
    trusts = [];
    await link();
    expect(trusts.at(-1)?.revoked).toEqual([]);
    await guard.call(sessionsCalls.signOut, {});
    await revoked(jti);
  });

  it('end when they allow more than their owner may, and stay when nothing of theirs changed', async () => {
    await link();
    const guard = await server.person({ organizationId, permissions: ['CameraView'] });
    const trusted = await server.person({ organizationId, permissions: ['CameraView', 'OriginalsView'] });
    const [ofGuard] = await issue(guard);
    const [ofTrusted] = await issue(trusted);
    expect(ofTrusted?.cameras).toEqual([{ id: cameraId, playback: false, originals: true }]);
    await take(trusted, 'OriginalsView');
    notifyRights([trusted.userId]);
    await revoked((await readGrant(ofTrusted!)).claims.jti);
    notifyRights(null);
    expect(trusts.at(-1)?.revoked).not.toContain((await readGrant(ofGuard!)).claims.jti);
    await take(guard, 'CameraView');
    notifyRights(null);
    await revoked((await readGrant(ofGuard!)).claims.jti);
  });

  it('that should end while the core is away are told to it with its next link, also what no news told', async () => {
    await link();
    const guard = await server.person({ organizationId, permissions: ['CameraView'] });
    const [grant] = await issue(guard);
    const { jti } = (await readGrant(grant!)).claims;
    edge.hangUp();
    await take(guard, 'CameraView');
    trusts = [];
    await link();
    await revoked(jti);
    expect(trusts.at(-1)?.isAllowed).toBe(true);
  });
});

describe('views without the server', () => {
  const written = () =>
    server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['userId', 'sessionId', 'entityId', 'data'])
        .where('action', '=', 'live.local')
        .orderBy('id')
        .execute(),
    );

  it('stand in the audit under the name of whose grant it was, whatever the core says', async () => {
    await link();
    const guard = await server.person({ organizationId, permissions: ['CameraView'] });
    const [grant] = await issue(guard);
    const { claims } = await readGrant(grant!);
    const view = {
      kind: 'localView' as const,
      grantId: claims.jti,
      cameraId,
      openedAtUtcMs: 1_790_000_000_000,
      originals: false,
    };
    edge.records(1, [view, { ...view, grantId: newId() }]);
    await edge.next('ack', ({ sequence }) => sequence === 2);
    const entries = await written();
    expect(entries[0]).toMatchObject({
      userId: guard.userId,
      sessionId: claims.sid,
      entityId: cameraId,
      data: { edgeId: edge.edgeId, originals: false },
    });
    expect(entries[1]).toMatchObject({ userId: null, entityId: cameraId });
    // Its disk was brought back from a copy: the same again, under other numbers.
    edge.epoch = newId();
    await edge.connect();
    edge.records(1, [view, { ...view, openedAtUtcMs: 1_790_000_000_001 }]);
    await edge.next('ack', ({ sequence }) => sequence === 2);
    expect(await written()).toHaveLength(3);
  });

  it('of cameras of another core are written nowhere', async () => {
    await link();
    edge.records(1, [{ kind: 'localView', grantId: newId(), cameraId: newId(), openedAtUtcMs: 1, originals: false }]);
    await edge.next('ack', ({ sequence }) => sequence === 1);
    expect(await written()).toEqual([]);
  });
});

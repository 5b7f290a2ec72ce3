import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeKey, makeTestEdge, TestEdge } from '../../../testing/link/test-edge.ts';

const minuteMs = 60_000;
let nowUtcMs = Date.UTC(2026, 5, 1, 12);
let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;

beforeAll(async () => {
  server = await startTestServer({ clock: () => nowUtcMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  // Ten attempts a minute are allowed.
  nowUtcMs += 10 * minuteMs;
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
});

const replacementCode = (person = owner, id = edge.edgeId) =>
  person.call(edgesCalls.createReplacementCode, { params: { id } });
const claim = (code: string, publicKey: string) =>
  server.call(edgesCalls.claim, { body: { code, publicKey, version: '2', hostname: 'new-box' } });
const audited = (action: string) =>
  server.platform.database.withOrganization(owner.session.organization?.id ?? '', (trx) =>
    trx
      .selectFrom('auditEntries')
      .select('address')
      .where('action', '=', action)
      .where('entityId', '=', edge.edgeId)
      .execute(),
  );

async function addCamera(): Promise<string> {
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.9/main' }];
  const body = {
    name: 'Gate',
    edgeId: edge.edgeId,
    locationId: edge.locationId,
    streams,
    credentials: { username: 'viewer', password: 'hunter2' },
  };
  return (await owner.call(camerasCalls.create, { body })).body.id;
}

/** The machine that takes the place: new key, new disk, new count. */
function replacement(privateKey: TestEdge['privateKey']): TestEdge {
  return new TestEdge({ url: server.url, edgeId: edge.edgeId, locationId: edge.locationId, privateKey });
}

describe('another machine in the place of a core', () => {
  it('EDGE-011 takes the right to make cores; nobody else learns that the core exists', async () => {
    const member = await server.person({
      organizationId: owner.session.organization?.id ?? null,
      permissions: ['CoreView', 'CoreEdit'],
    });
    expect((await replacementCode(member)).status).toBe(403);
    expect((await replacementCode(await server.person())).status).toBe(404);
  });

  it('is refused for a core that never had a machine', async () => {
    const { body } = await owner.call(edgesCalls.create, { body: { name: 'New', locationId: edge.locationId } });
    expect(await replacementCode(owner, body.id)).toMatchObject({ status: 409, body: { code: 'core_not_paired' } });
  });

  it('EDGE-016 works once and for 15 minutes', async () => {
    const { publicKey } = makeKey();
    const { body } = await replacementCode();
    expect(body.expiresAt).toBe(nowUtcMs + 15 * minuteMs);
    nowUtcMs += 15 * minuteMs;
    expect(await claim(body.code, publicKey)).toMatchObject({ status: 400, body: { code: 'claim_code_invalid' } });
    // Sessions of before have ended as well.
    const later = await server.person({
      organizationId: owner.session.organization?.id ?? null,
      permissions: ['CoreView', 'CoreCreate'],
    });
    const fresh = (await replacementCode(later)).body;
    expect((await claim(fresh.code, publicKey)).status).toBe(200);
    expect(await claim(fresh.code, makeKey().publicKey)).toMatchObject({
      status: 400,
      body: { code: 'claim_code_invalid' },
    });
    const code = (await later.call(edgesCalls.createClaimCode, { params: { id: edge.edgeId } })).body;
    expect(code.expiresAt).toBe(nowUtcMs + 15 * minuteMs);
  });

  it('keeps identity and cameras, locks the old machine out, and says so', async () => {
    const cameraId = await addCamera();
    await edge.connect();
    await edge.next('operation');
    const { privateKey, publicKey } = makeKey();
    const claimed = await claim((await replacementCode()).body.code, publicKey);
    expect(claimed.body.edgeId).toBe(edge.edgeId);
    expect((await edge.next('refused')).code).toBe('core_revoked');
    await vi.waitFor(() => expect(edge.closed).toBe(true), { timeout: 10_000 });
    const machine = replacement(privateKey);
    expect((await machine.connect()).ackedSequence).toBe(0);
    const { operation } = await machine.next('operation');
    expect(operation).toMatchObject({
      entityId: cameraId,
      desired: { name: 'Gate', credentials: { username: 'viewer', password: 'hunter2' } },
    });
    const { nonce } = await edge.dial();
    edge.hello(nonce);
    expect((await edge.next('refused')).code).toBe('core_revoked');
    const notices = await owner.call(edgesCalls.notices, { params: { id: edge.edgeId }, query: {} });
    expect(notices.body.items[0]).toMatchObject({ code: 'core_replaced', detail: 'test → new-box' });
    // Nobody is signed in at that machine: from where it came is all that is known.
    expect(await audited('core.replace')).toEqual([{ address: '127.0.0.1' }]);
    expect((await audited('core.claim')).at(-1)).toEqual({ address: '127.0.0.1' });
    expect(await audited('core.replacement-code')).toHaveLength(1);
    expect((await owner.call(camerasCalls.get, { params: { id: cameraId } })).body.edgeId).toBe(edge.edgeId);
  });

  it('a code for pairing anew says nothing of another machine', async () => {
    const code = (await owner.call(edgesCalls.createClaimCode, { params: { id: edge.edgeId } })).body.code;
    await claim(code, makeKey().publicKey);
    expect((await owner.call(edgesCalls.notices, { params: { id: edge.edgeId }, query: {} })).body.items).toEqual([]);
  });
});

describe('the end of a core', () => {
  it('EDGE-013 takes the right to delete cores', async () => {
    const organizationId = owner.session.organization?.id ?? null;
    const remove = async (permissions: string[]) =>
      (
        await (
          await server.person({ organizationId, permissions })
        ).call(edgesCalls.remove, { params: { id: edge.edgeId } })
      ).status;
    expect(await remove(['CoreView', 'CoreEdit', 'CoreCreate'])).toBe(403);
    expect((await (await server.person()).call(edgesCalls.remove, { params: { id: edge.edgeId } })).status).toBe(404);
    expect(await remove(['CoreView', 'CoreDelete'])).toBe(200);
  });
});

describe('the recovery document', () => {
  const document = (person = owner, id = edge.edgeId) => person.call(edgesCalls.recoveryDocument, { params: { id } });

  it('EDGE-007 is unknown to other organizations, and refused without the right to edit the core', async () => {
    const member = await server.person({
      organizationId: owner.session.organization?.id ?? null,
      permissions: ['CoreView'],
    });
    expect((await document(member)).status).toBe(403);
    expect((await document(await server.person())).status).toBe(404);
    expect((await document(owner, newId())).status).toBe(404);
  });

  it('EDGE-007 leaves out cameras that the reader may not see, or see without editing, and says how many', async () => {
    await addCamera();
    const organizationId = owner.session.organization?.id ?? null;
    for (const more of [[], ['CameraView', 'PlaybackView']]) {
      const technician = await server.person({ organizationId, permissions: ['CoreView', 'CoreEdit', ...more] });
      const { status, body } = await document(technician);
      expect([status, body.cameras, body.camerasLeftOut]).toEqual([200, [], 1]);
      for (const secret of ['Gate', 'viewer', '10.0.0.9']) expect(JSON.stringify(body)).not.toContain(secret);
      expect(body.configurationHash).toBe((await document()).body.configurationHash);
    }
  });

  it('EDGE-007 masks passwords that stand in paths and queries of addresses', async () => {
    const streams = [
      {
        kind: 'main' as const,
        url: 'rtsp://10.0.0.9/user=admin_password=hunter2_channel=1_stream=0.sdp?token=hunter3&subtype=0',
      },
    ];
    await owner.call(camerasCalls.create, {
      body: { name: 'Old', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    });
    const { body } = await document();
    expect(body.cameras[0]?.streams[0]?.url).toBe(
      'rtsp://10.0.0.9/user=***_password=***_channel=1_stream=0.sdp?token=***&subtype=0',
    );
    expect(JSON.stringify(body)).not.toContain('hunter');
  });

  it('EDGE-007 names the core, its cameras and their hash without a password, and is written down', async () => {
    const cameraId = await addCamera();
    const { body } = await document();
    expect(body).toMatchObject({
      documentVersion: 1,
      core: { id: edge.edgeId, name: 'Core', locationName: 'Site', hostname: 'test' },
      cameras: [
        {
          id: cameraId,
          name: 'Gate',
          username: 'viewer',
          hasPassword: true,
          streams: [{ kind: 'main', url: 'rtsp://10.0.0.9/main' }],
        },
      ],
      dhcp: null,
    });
    expect(body.core.keyFingerprint).toMatch(/^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
    expect(body.configurationHash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(await audited('core.recovery-document')).toHaveLength(1);
    const camera = (await owner.call(camerasCalls.get, { params: { id: cameraId } })).body;
    await owner.call(camerasCalls.update, {
      params: { id: cameraId },
      body: { name: 'North gate', revision: camera.revision } as never,
    });
    expect((await document()).body.configurationHash).not.toBe(body.configurationHash);
  });
});

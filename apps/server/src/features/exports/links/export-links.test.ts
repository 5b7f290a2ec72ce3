import { createHash, randomBytes } from 'node:crypto';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeTestEdge, type TestEdge } from '../../../../testing/link/test-edge.ts';
import { mailsTo, waitForMail } from '../../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let edge: TestEdge;
let cameraId: string;
let started: { exportId: string; uploadPath: string; uploadToken: string };
/** What was tried in vain is forgotten from test to test. */
let aheadMs = 0;

const range = { fromUtcMs: 1_790_000_000_000, toUtcMs: 1_790_000_060_000 };
const gap = { fromUtcMs: 1_790_000_010_000, toUtcMs: 1_790_000_011_000, cause: 'packet_loss' as const, open: false };
const file = new Uint8Array(randomBytes(50_000));
const sha256 = createHash('sha256').update(file).digest('hex');

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + aheadMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  edge = await makeTestEdge(server, owner);
  cameraId = await camera(edge);
  aheadMs += 70_000;
  await edge.connect();
  edge.answer('export.start', (body: never) => {
    started = body;
    return { gaps: [gap], uncertain: [] };
  });
});

async function camera(of: TestEdge): Promise<string> {
  const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.${(aheadMs / 70_000) % 250}/${newId()}` }];
  const body = { name: 'Gate', edgeId: of.edgeId, locationId: of.locationId, streams };
  return (await owner.call(camerasCalls.create, { body })).body.id;
}

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const inside = <T>(run: Parameters<TestServer['platform']['database']['withOrganization']>[1]): Promise<T> =>
  server.platform.database.withOrganization(organizationId(), run) as Promise<T>;

async function begun(): Promise<string> {
  return (await owner.call(exportsCalls.create, { params: { id: cameraId }, body: range })).body.id;
}
let sequence = 0;
/** An export whose file its core has handed over. */
async function done(): Promise<string> {
  const id = await begun();
  const state: EdgeRecordBody = {
    kind: 'exportState',
    exportId: id,
    state: 'uploading',
    progress: 0.9,
    failure: null,
    bytes: file.length,
    sha256,
  };
  sequence = edge === lastEdge ? sequence + 1 : 1;
  lastEdge = edge;
  edge.records(sequence, [state]);
  await edge.next('ack', (ack) => ack.sequence === sequence);
  const put = await fetch(`${server.url}${started.uploadPath}`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${started.uploadToken}`,
      'x-sightline-sha256': sha256,
      'content-type': 'video/mp4',
    },
    body: file,
  });
  expect(put.status).toBe(204);
  return id;
}
let lastEdge: TestEdge | null = null;

const create = (id: string, by = owner, body: { hours: number; emails?: string[] } = { hours: 24 }) =>
  by.call(exportLinksCalls.create, { params: { id }, body });
const list = async (id: string) => (await owner.call(exportLinksCalls.list, { params: { id } })).body.items;
const revoke = (id: string, linkId: string, by = owner) => by.call(exportLinksCalls.revoke, { params: { id, linkId } });

/** As somebody without an account. */
const open = async (token: string) => {
  const response = await fetch(`${server.url}/api/v1/export-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { url: string } };
};
const gone = { status: 404, body: { code: 'not_found' } };
const bytesOf = (url: string, headers = {}) => fetch(`${server.url}${url}`, { headers });
const hide = async (): Promise<void> => {
  const zone = [
    { x: 0, y: 0 },
    { x: 0.3, y: 0 },
    { x: 0.3, y: 1 },
  ];
  const body = { settings: { privacy: { zones: [zone] } } };
  expect((await owner.call(camerasCalls.update, { params: { id: cameraId }, body })).status).toBe(200);
};

describe('who may not', () => {
  it('makes, sees and revokes no link to an export of another place, without the right, or signed out', async () => {
    const id = await done();
    const { body: link } = await create(id);
    const elsewhere = await camera(edge);
    const strangers: [TestPerson, number, string][] = [
      [await server.person(), 404, 'not_found'],
      [
        await server.person({ organizationId: organizationId(), permissions: ['ExportCreate'], cameraId: elsewhere }),
        404,
        'not_found',
      ],
      [
        await server.person({ organizationId: organizationId(), permissions: ['CameraView', 'PlaybackView'] }),
        403,
        'forbidden',
      ],
    ];
    for (const [stranger, status, code] of strangers)
      for (const answer of [
        await create(id, stranger),
        await stranger.call(exportLinksCalls.list, { params: { id } }),
        await revoke(id, link.id, stranger),
      ])
        expect([answer.status, answer.body]).toMatchObject([status, { code }]);
    expect((await fetch(`${server.url}/api/v1/exports/${id}/links`)).status).toBe(401);
    expect(await list(id)).toMatchObject([{ id: link.id, revokedAtUtcMs: null, openCount: 0 }]);
  });

  it('is refused with bad input, for a file that is not here, and for a link of another export', async () => {
    const id = await done();
    const bad = [
      { hours: 0 },
      { hours: 721 },
      { hours: 1.5 },
      { hours: 24, emails: ['nobody'] },
      { hours: 24, emails: Array.from({ length: 11 }, (_, n) => `p${n}@example.com`) },
    ];
    for (const body of bad) expect((await create(id, owner, body)).status).toBe(400);
    expect((await create(await begun())).body).toMatchObject({ code: 'export_not_ready' });
    const { body: link } = await create(id);
    expect((await revoke(await done(), link.id)).body).toMatchObject({ code: 'not_found' });
    expect((await revoke(id, newId())).body).toMatchObject({ code: 'not_found' });
  });

  it('shares no file that shows what its camera hides', async () => {
    const id = await done();
    await inside((trx) =>
      sql`update exports set blob_key = replace(blob_key, '/exports/', '/export-originals/') where id = ${id}`.execute(
        trx,
      ),
    );
    expect((await create(id)).body).toMatchObject({ code: 'export_shows_hidden' });
  });

  it('has at most 20 links to an export at a time', async () => {
    const id = await done();
    for (let count = 0; count < 20; count += 1) expect((await create(id)).status).toBe(201);
    expect((await create(id)).body).toMatchObject({ code: 'export_links_too_many' });
    await revoke(id, (await list(id))[0]?.id ?? '');
    expect((await create(id)).status).toBe(201);
  });
});

describe('a link that opens nothing', () => {
  it('answers the same whether it is forged, revoked, expired, or its export is gone (GRANT-010)', async () => {
    const id = await done();
    expect(await open(randomBytes(32).toString('base64url'))).toMatchObject(gone);
    const [revoked, expired, orphan] = [(await create(id)).body, (await create(id)).body, (await create(id)).body];
    const { body: before } = await open(revoked.token);
    await revoke(id, revoked.id);
    expect(await open(revoked.token)).toMatchObject(gone);
    expect((await bytesOf(before.url)).status).toBe(404);
    await inside((trx) =>
      sql`update export_links set expires_at = now() - interval '1 day' where id = ${expired.id}`.execute(trx),
    );
    expect(await open(expired.token)).toMatchObject(gone);
    expect((await open(orphan.token)).status).toBe(200);
    await inside((trx) => sql`delete from exports where id = ${id}`.execute(trx));
    expect(await open(orphan.token)).toMatchObject(gone);
    expect((await open(' '.repeat(101))).status).toBe(400);
  });

  it('ends with the right of whoever made it', async () => {
    const id = await done();
    const guard = await server.person({ organizationId: organizationId(), permissions: ['ExportCreate'] });
    const { body: link } = await create(id, guard);
    const { status, body } = await open(link.token);
    expect(status).toBe(200);
    await inside((trx) => sql`delete from grants where user_id = ${guard.userId}`.execute(trx));
    expect(await open(link.token)).toMatchObject(gone);
    expect((await bytesOf(body.url)).status).toBe(404);
  });

  it('ends when the camera begins to hide what the file shows', async () => {
    const id = await done();
    const { body: link } = await create(id);
    const { body: before } = await open(link.token);
    await hide();
    expect(await open(link.token)).toMatchObject(gone);
    expect((await bytesOf(before.url)).status).toBe(404);
  });

  it('opens nothing of another kind, and its file opens for its own address only', async () => {
    const [id, other] = [await done(), await done()];
    const [{ body: link }, { body: second }] = [await create(id), await create(other)];
    const { body } = await open(link.token);
    expect((await bytesOf(body.url.replace(link.id, second.id))).status).toBe(404);
    expect((await bytesOf(body.url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(404);
    const asAlert = await fetch(`${server.url}/api/v1/alert-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: link.token }),
    });
    expect(asAlert.status).toBe(404);
  });

  it('cannot be guessed at: after ten in a minute none is tried', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await open(randomBytes(32).toString('base64url'))).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});

describe('a shared export', () => {
  it('hands out its file with what is to be known of it, and nothing else of the organization (GRANT-010)', async () => {
    const id = await done();
    const { body: link } = await create(id);
    const { body } = await open(link.token);
    expect(body).toEqual({
      cameraName: 'Gate',
      timeZone: 'Europe/Berlin',
      ...range,
      expiresAtUtcMs: link.expiresAtUtcMs,
      fileName: expect.stringMatching(/^Gate 2026-09-21 .*\.mp4$/) as string,
      bytes: file.length,
      sha256,
      gaps: [{ fromUtcMs: gap.fromUtcMs, toUtcMs: gap.toUtcMs }],
      uncertain: [],
      url: expect.any(String) as string,
    });
    const whole = await bytesOf(body.url);
    expect(whole.headers.get('content-disposition')).toContain('attachment; filename="Gate 2026-09-21');
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(file);
    const part = await bytesOf(body.url, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${file.length}`]);
  });

  it('keeps only a hash of its token, and writes down who made, opened and ended it', async () => {
    const id = await done();
    const { body: link } = await create(id, owner, { hours: 24, emails: ['p@example.com', 'p@example.com'] });
    await open(link.token);
    await open(link.token);
    await revoke(id, link.id);
    const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body;
    const told = items.filter(({ method }) => method.startsWith('export.share'));
    expect(told.map(({ method }) => method)).toEqual(['export.shareEnd', 'export.shareOpen', 'export.share']);
    expect(await list(id)).toMatchObject([{ openCount: 1, mailedTo: ['p@example.com'], can: { revoke: false } }]);
    expect(JSON.stringify([told, await list(id)])).not.toContain(link.token);
    const { rows } = await sql<{
      tokenHash: Buffer;
    }>`select token_hash from shared_links where organization_id = ${organizationId()}`.execute(
      server.platform.database.global,
    );
    expect(rows).toEqual([]);
  });

  it('is mailed to whom it was made for, in the language of whoever mails it, and to nobody else', async () => {
    const id = await done();
    const to = `police-${newId()}@example.com`;
    const { body: link } = await create(id, owner, { hours: 1, emails: [to] });
    const mail = await waitForMail(server, to);
    expect(mail.text).toContain(`${server.url}/export-video#${link.token}`);
    expect(mail.subject).toContain('Gate');
    expect(mail.text).toContain(sha256);
    await server.platform.database.global
      .updateTable('people')
      .set({ settings: sql`settings || '{"lang":"he"}'` })
      .where('userId', '=', owner.userId)
      .execute();
    const second = `second-${newId()}@example.com`;
    await create(id, owner, { hours: 1, emails: [second] });
    expect((await waitForMail(server, second)).subject).toContain('שיתוף הקלטה');
    await create(id);
    expect(await mailsTo(server, to)).toHaveLength(1);
  });
});

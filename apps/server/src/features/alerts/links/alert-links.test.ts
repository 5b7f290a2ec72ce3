import { createHash, randomBytes } from 'node:crypto';
import { alertLinksCalls } from '@sightline/contracts/alerts/alert-links.api';
import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import type { PathPoint } from '@sightline/contracts/events/event';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../../testing/alerts/test-alerts.ts';
import { testReport } from '../../../../testing/events/test-reports.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../../testing/test-server.ts';
import { newId } from '../../../platform/ids/ids.ts';

const soon = { timeout: 15_000, interval: 250 };
const rights = ['AlertMonitoring', 'ExportCreate'] as const;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let ruleId: string;
let asked: {
  exportId: string;
  uploadPath: string;
  uploadToken: string;
  cameraId: string;
  originals: boolean;
  fromUtcMs: number;
  toUtcMs: number;
}[];
/** What the core says instead of making a file. */
let refusal: string | null;
/** What was tried in vain is forgotten from test to test. */
let aheadMs = 0;

beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + aheadMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  ruleId = await core.rule();
  asked = [];
  refusal = null;
  aheadMs += 70_000;
  core.edge.answer('export.start', (body: never) => {
    asked.push(body);
    if (refusal !== null) throw Object.assign(new Error(refusal), { code: refusal });
    return { gaps: [], uncertain: [] };
  });
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
async function openAlert(said: Partial<Parameters<AlertingCore['change']>[0]> = {}): Promise<string> {
  const change = core.change({ ruleId, atUtcMs: Date.now() - 60_000, phase: 'closed', ...said });
  await core.send(change);
  return change.alertId;
}
const create = (id: string, by = owner, hours = 24) =>
  by.call(alertLinksCalls.create, { params: { id }, body: { hours } });
const list = async (id: string, by = owner) => (await by.call(alertLinksCalls.list, { params: { id } })).body.items;
const revoke = (id: string, linkId: string, by = owner) => by.call(alertLinksCalls.revoke, { params: { id, linkId } });

/** As somebody without an account. */
const open = async (token: string) => {
  const response = await fetch(`${server.url}/api/v1/alert-video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> & { clip: Clip } };
};
interface Clip {
  state: string;
  failure: string | null;
  url: string | null;
}
const gone = { status: 404, body: { code: 'not_found' } };

const file = new Uint8Array(randomBytes(50_000));
const sha256 = createHash('sha256').update(file).digest('hex');
/** The core hands over the file that it was asked for last. */
async function handOver(): Promise<void> {
  const last = asked.at(-1)!;
  const state: EdgeRecordBody = {
    kind: 'exportState',
    exportId: last.exportId,
    state: 'uploading',
    progress: 1,
    failure: null,
    bytes: file.length,
    sha256,
  };
  await core.send(state);
  const put = await fetch(`${server.url}${last.uploadPath}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${last.uploadToken}`, 'x-sightline-sha256': sha256, 'content-type': 'video/mp4' },
    body: file,
  });
  expect(put.status).toBe(204);
}
const untilAsked = (times: number) => vi.waitFor(() => expect(asked).toHaveLength(times), soon);
const auditOf = async () =>
  (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body.items.filter(({ method }) =>
    method.startsWith('alert.share'),
  );

const window = [
  { x: 0, y: 0 },
  { x: 1 / 3, y: 0 },
  { x: 1 / 3, y: 1 },
  { x: 0, y: 1 },
];
const hide = async (): Promise<void> => {
  const body = { settings: { privacy: { zones: [window] } } };
  expect((await owner.call(camerasCalls.update, { params: { id: core.cameraId }, body })).status).toBe(200);
};

describe('who may not', () => {
  it('makes, sees and revokes no link of an alert of another place, without a right, or signed out', async () => {
    const id = await openAlert();
    const { body: link } = await create(id);
    const elsewhere = await makeAlertingCore(server, owner);
    const strangers = [
      await server.person(),
      await server.person({ organizationId: organizationId(), permissions: [...rights], cameraId: elsewhere.cameraId }),
    ];
    for (const stranger of strangers)
      for (const { status, body } of [
        await create(id, stranger),
        await stranger.call(alertLinksCalls.list, { params: { id } }),
        await revoke(id, link.id, stranger),
      ])
        expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    const guard = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    expect((await create(id, guard)).body).toMatchObject({ code: 'forbidden' });
    expect((await revoke(id, link.id, guard)).body).toMatchObject({ code: 'forbidden' });
    const half = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    await grant(half, 'ExportCreate', elsewhere.cameraId);
    expect((await create(id, half)).body).toMatchObject({ code: 'forbidden', data: { permission: 'ExportCreate' } });
    const path = `${server.url}/api/v1/alerts/${id}/links`;
    expect((await fetch(path)).status).toBe(401);
    expect(await list(id)).toMatchObject([{ id: link.id, revokedAtUtcMs: null, openCount: 0 }]);
  });

  const grant = ({ userId }: TestPerson, permission: string, entityId: string): Promise<unknown> =>
    server.platform.database.withOrganization(organizationId(), (trx) =>
      trx
        .insertInto('grants')
        .values({ organizationId: organizationId(), id: newId(), userId, permission, entityKind: 'camera', entityId })
        .execute(),
    );

  it('is refused with bad input, where there is no clip, and for a link of another alert', async () => {
    const id = await openAlert();
    for (const hours of [0, 721, 1.5]) expect((await create(id, owner, hours)).status).toBe(400);
    const { body: link } = await create(id);
    expect((await revoke(await openAlert(), link.id)).body).toMatchObject({ code: 'not_found' });
    expect((await revoke(id, newId())).body).toMatchObject({ code: 'not_found' });
    const ofNoCamera = await openAlert();
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`update alerts set camera_id = null where id = ${ofNoCamera}`.execute(trx),
    );
    expect((await create(ofNoCamera)).body).toMatchObject({ code: 'alert_no_clip' });
  });

  it('has at most 20 links of an alert at a time', async () => {
    const id = await openAlert();
    for (let count = 0; count < 20; count += 1) expect((await create(id)).status).toBe(201);
    expect((await create(id)).body).toMatchObject({ code: 'alert_links_too_many' });
    await revoke(id, (await list(id))[0]?.id ?? '');
    expect((await create(id)).status).toBe(201);
  });
});

describe('a link that opens nothing', () => {
  it('answers the same whether it is forged, revoked, expired, or its alert is gone (ALERT-040)', async () => {
    const id = await openAlert();
    expect(await open(randomBytes(32).toString('base64url'))).toMatchObject(gone);
    const [revoked, expired, orphan] = [(await create(id)).body, (await create(id)).body, (await create(id)).body];
    expect((await open(revoked.token)).status).toBe(200);
    await revoke(id, revoked.id);
    expect(await open(revoked.token)).toMatchObject(gone);
    await sql`update shared_links set expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
      server.platform.database.global,
    );
    expect(await open(expired.token)).toMatchObject(gone);
    expect((await open(orphan.token)).status).toBe(200);
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`delete from alerts where id = ${id}`.execute(trx),
    );
    expect(await open(orphan.token)).toMatchObject(gone);
    expect((await open(' '.repeat(101))).status).toBe(400);
  });

  it('ends with the right of whoever made it', async () => {
    const id = await openAlert();
    const guard = await server.person({ organizationId: organizationId(), permissions: [...rights] });
    const { body: link } = await create(id, guard);
    expect((await open(link.token)).status).toBe(200);
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`delete from grants where user_id = ${guard.userId}`.execute(trx),
    );
    expect(await open(link.token)).toMatchObject(gone);
  });

  it('is not made of an alert about somebody whom the camera hides, and ends when the camera begins to hide them', async () => {
    const within: PathPoint[] = [
      [0, 0.05, 0.2, 0.1, 0.4],
      [5_000, 0.15, 0.2, 0.1, 0.4],
    ];
    const report = testReport({ cameraId: core.cameraId, startedAtUtcMs: Date.now() - 20_000, path: within });
    await core.send({ kind: 'event', event: report });
    const id = await openAlert({ subjectIds: [report.eventId], atUtcMs: Date.now() - 15_000 });
    const { body: link } = await create(id);
    await untilAsked(1);
    await handOver();
    const { body: before } = await open(link.token);
    await hide();
    expect(await open(link.token)).toMatchObject(gone);
    expect((await fetch(`${server.url}${before.clip.url ?? ''}`)).status).toBe(404);
    expect((await create(id)).body).toMatchObject({ code: 'alert_hidden' });
    const guard = await server.person({
      organizationId: organizationId(),
      permissions: [...rights],
      locationId: core.edge.locationId,
    });
    expect((await create(id, guard)).body).toMatchObject({ code: 'not_found' });
  });

  it('cannot be guessed at: after ten in a minute none is tried', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1)
      statuses.push((await open(randomBytes(32).toString('base64url'))).status);
    expect(statuses.slice(-2)).toEqual([429, 429]);
  });
});

describe('a shared alert', () => {
  it('shows camera, time, kind and the clip that its core made, with everything hidden, and nothing else (ALERT-040)', async () => {
    const id = await openAlert();
    const { body: link } = await create(id);
    await untilAsked(1);
    const { fromUtcMs, toUtcMs } = asked[0]!;
    expect(asked[0]).toMatchObject({ cameraId: core.cameraId, originals: false });
    const shown = await open(link.token);
    expect(shown).toMatchObject({
      status: 200,
      body: {
        kind: 'appearing',
        cameraName: 'Gate',
        timeZone: 'Europe/Berlin',
        expiresAtUtcMs: link.expiresAtUtcMs,
        clip: { state: 'preparing', failure: null, url: null, fromUtcMs, toUtcMs },
      },
    });
    expect(Object.keys(shown.body).toSorted()).toEqual(
      ['cameraName', 'clip', 'expiresAtUtcMs', 'kind', 'openedAtUtcMs', 'timeZone'].toSorted(),
    );
    await handOver();
    const ready = await open(link.token);
    expect(ready.body.clip).toMatchObject({ state: 'ready', failure: null });
    const url = `${server.url}${ready.body.clip.url ?? ''}`;
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(file);
    const part = await fetch(url, { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${String(file.length)}`]);
    expect((await fetch(url.replace(link.id, newId()))).status).toBe(404);
    expect((await fetch(url.replace(/expires=\d+/, 'expires=9999999999999'))).status).toBe(404);
    await revoke(id, link.id);
    expect((await fetch(url)).status).toBe(404);
  });

  it('keeps only a hash of its token, and tells it to nobody later', async () => {
    const id = await openAlert();
    const { body: link } = await create(id);
    expect(link.token).toHaveLength(43);
    expect(JSON.stringify([await list(id), await auditOf()])).not.toContain(link.token);
    const { rows } = await sql<{
      tokenHash: Buffer;
    }>`select token_hash from shared_links where id = ${link.id}`.execute(server.platform.database.global);
    expect(rows[0]?.tokenHash.toString('hex')).toBe(createHash('sha256').update(link.token).digest('hex'));
  });

  it('is written down when it is made, opened and revoked; looking again soon is the same opening', async () => {
    const id = await openAlert();
    const { body: link } = await create(id);
    await open(link.token);
    await open(link.token);
    await revoke(id, link.id);
    expect((await auditOf()).map(({ method }) => method)).toEqual(['alert.shareEnd', 'alert.shareOpen', 'alert.share']);
    expect(await list(id)).toMatchObject([
      { id: link.id, openCount: 1, lastOpenedAtUtcMs: expect.any(Number) as number, can: { revoke: false } },
    ]);
  });

  it('says that its core is away, and has the clip once the core is back', async () => {
    core.edge.hangUp();
    await vi.waitFor(async () => {
      const { body } = await owner.call(exportsCalls.create, {
        params: { id: core.cameraId },
        body: { fromUtcMs: 1_790_000_000_000, toUtcMs: 1_790_000_010_000 },
      });
      expect(body).toMatchObject({ code: 'core_offline' });
    }, soon);
    const id = await stored();
    const { body: link } = await create(id);
    await vi.waitFor(async () => {
      expect((await open(link.token)).body.clip).toMatchObject({
        state: 'waiting',
        failure: 'core_offline',
        url: null,
      });
    }, soon);
    await core.edge.connect();
    await untilAsked(1);
    await handOver();
    expect((await open(link.token)).body.clip).toMatchObject({ state: 'ready', failure: null });
  });

  /** An alert of a core that is away. */
  async function stored(): Promise<string> {
    await core.edge.connect();
    const id = await openAlert();
    core.edge.hangUp();
    return id;
  }

  it('says that there is no footage, and asks no more', async () => {
    refusal = 'no_footage';
    const id = await openAlert();
    const { body: link } = await create(id);
    await vi.waitFor(async () => {
      expect((await open(link.token)).body.clip).toMatchObject({ state: 'failed', failure: 'no_footage', url: null });
    }, soon);
    aheadMs += 60_000;
    await open(link.token);
    expect(asked).toHaveLength(1);
  });

  it('says that its camera was deleted, asks no core any more, and is made of no such alert', async () => {
    const id = await openAlert();
    refusal = 'core_timeout';
    const { body: link } = await create(id);
    await untilAsked(1);
    const camera = { params: { id: core.cameraId } };
    expect((await owner.call(camerasCalls.remove, camera)).status).toBe(200);
    aheadMs += 60_000;
    const { body } = await open(link.token);
    expect(body).toMatchObject({ cameraName: 'Gate' });
    expect(body.clip).toMatchObject({ state: 'failed', failure: 'alert_camera_deleted', url: null });
    expect(await create(id)).toMatchObject({ status: 409, body: { code: 'alert_camera_deleted' } });
    const { body: alert } = await owner.call(alertsCalls.get, { params: { id } });
    expect(alert.can).toEqual({ playback: false, handle: true, share: false });
    aheadMs += 60_000;
    await open(link.token);
    expect(asked).toHaveLength(1);
  });

  it('goes on showing what was fetched before its camera was deleted', async () => {
    const { body: link } = await create(await openAlert());
    await untilAsked(1);
    await handOver();
    await owner.call(camerasCalls.remove, { params: { id: core.cameraId } });
    const { body } = await open(link.token);
    expect(body.clip).toMatchObject({ state: 'ready', failure: null });
    expect((await fetch(`${server.url}${body.clip.url ?? ''}`)).status).toBe(200);
  });

  it('is made anew when the camera hides something else than it did', async () => {
    const id = await openAlert();
    const { body: link } = await create(id);
    await untilAsked(1);
    await handOver();
    const { body: before } = await open(link.token);
    expect(before.clip.state).toBe('ready');
    await hide();
    expect((await open(link.token)).body.clip).toMatchObject({ state: 'waiting', url: null });
    expect((await fetch(`${server.url}${before.clip.url ?? ''}`)).status).toBeGreaterThan(399);
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`update cameras set settings = settings - 'privacy' where id = ${core.cameraId}`.execute(trx),
    );
    expect((await open(link.token)).body.clip.state).toBe('ready');
  });
});

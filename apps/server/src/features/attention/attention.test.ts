import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { attentionCalls } from '@sightline/contracts/attention/attention.api';
import type { AttentionItem } from '@sightline/contracts/attention/attention';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge, type TestEdge } from '../../../testing/link/test-edge.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const soon = { timeout: 15_000 };

let laterMs = 0;
let server: TestServer;
let owner: TestPerson;
let organizationId: string;
let edge: TestEdge;
let cameraId: string;
let streamId: string;
let sequence = 0;
beforeAll(async () => {
  server = await startTestServer({ clock: () => Date.now() + laterMs });
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  edge = await makeTestEdge(server, owner);
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.1/gate' }];
  const camera = (
    await owner.call(camerasCalls.create, {
      body: { name: 'Gate', edgeId: edge.edgeId, locationId: edge.locationId, streams },
    })
  ).body;
  cameraId = camera.id;
  streamId = camera.streams[0]!.id;
  sequence = 0;
  await edge.connect();
});

const now = (): number => Date.now() + laterMs;
const listOf = async (by = owner) => (await by.call(attentionCalls.list, {})).body;
const found = async <K extends AttentionItem['kind']>(kind: K, by = owner) =>
  (await listOf(by)).items.filter((item): item is Extract<AttentionItem, { kind: K }> => item.kind === kind);
const markSeen = (by: TestPerson, items: readonly AttentionItem[]) =>
  by.call(attentionCalls.markSeen, { body: { items: items.map(({ key, knownUtcMs }) => ({ key, knownUtcMs })) } });
const notify = (...bodies: EdgeRecordBody[]): void => {
  edge.records(sequence + 1, bodies, now());
  sequence += bodies.length;
};
const gap = (lengthMs: number, cause: ErrorCode = 'edge_down', endedMsAgo = 0): EdgeRecordBody => {
  const toUtcMs = now() - endedMsAgo;
  return { kind: 'gap', gapId: newId(), cameraId, streamId, fromUtcMs: toUtcMs - lengthMs, toUtcMs, cause };
};
const member = (...permissions: string[]) => server.person({ organizationId, permissions });
const inOrganization = <T>(work: Parameters<typeof server.platform.database.withOrganization<T>>[1]): Promise<T> =>
  server.platform.database.withOrganization(organizationId, work);

describe('who is told of what needs somebody', () => {
  it('tells nobody without a session, nobody of another organization, and of nothing that may not be seen', async () => {
    notify(gap(16 * minuteMs), { kind: 'coreNotice', code: 'disk_slow', detail: '' });
    await expect.poll(async () => (await found('notice')).length, soon).toBe(1);
    expect((await server.call(attentionCalls.list, {})).status).toBe(401);
    expect((await listOf(await server.person())).items).toEqual([]);
    const cameraOnly = await server.person({ organizationId, permissions: ['CameraView'], cameraId });
    expect((await listOf(cameraOnly)).items.filter(({ kind }) => kind !== 'camera')).toEqual([]);
    const player = await server.person({ organizationId, permissions: ['CameraView', 'PlaybackView'], cameraId });
    expect(await found('gap', player)).toMatchObject([{ cameraId, cause: 'edge_down' }]);
    expect(await found('notice', player)).toEqual([]);
    expect(await found('notice', await member('CoreView'))).toMatchObject([{ code: 'disk_slow', edgeId: edge.edgeId }]);
  });

  it('what one person has seen others have not, and a program sees nothing for its person', async () => {
    const other = await member('CameraView', 'PlaybackView', 'LocationView');
    notify(gap(16 * minuteMs));
    await expect.poll(async () => (await found('gap')).length, soon).toBe(1);
    const body = { name: 'Watcher', scopes: ['LocationView' as const], expiresAt: null };
    const { key } = (await owner.call(apiKeysCalls.create, { body })).body;
    const marked = await server.call(attentionCalls.markSeen, { body: { items: [{ key: 'x', knownUtcMs: 1 }] } }, key);
    expect(marked).toMatchObject({ status: 403, body: { code: 'api_key_scope' } });
    expect((await markSeen(owner, await found('gap'))).status).toBe(200);
    expect(await found('gap')).toEqual([]);
    expect(await found('gap', other)).toMatchObject([{ cameraId }]);
  });

  it('screens hear of a gap and of a notice at once, if they may see them, and of what their person has seen', async () => {
    const mine = await listenWith(server.url, owner.session.accessToken);
    const blind = await listenWith(server.url, (await member('CameraView', 'LocationView')).session.accessToken);
    notify(gap(16 * minuteMs), gap(1000), { kind: 'coreNotice', code: 'disk_slow', detail: '' });
    await vi.waitFor(
      () => expect(mine.kinds()).toEqual(expect.arrayContaining(['attention.gap', 'attention.notice'])),
      soon,
    );
    await markSeen(owner, await found('gap'));
    await vi.waitFor(() => expect(mine.kinds()).toContain('attention.seen'), soon);
    // One that stands still every second is no storm of news.
    expect(mine.kinds().filter((kind) => kind === 'attention.gap')).toHaveLength(1);
    expect(blind.kinds().filter((kind) => kind.startsWith('attention'))).toEqual([]);
  });
});

describe('what is over and was not seen', () => {
  it('tells of a gap of today with its cause until it was seen, and again when there is another one', async () => {
    notify(gap(16 * minuteMs), gap(2 * minuteMs));
    await expect.poll(async () => (await found('gap'))[0]?.fromUtcMs, soon).toBeDefined();
    const [first] = await found('gap');
    expect(first).toMatchObject({
      isOpen: false,
      cameraName: 'Gate',
      cameraCount: 1,
      cause: 'edge_down',
      locationName: 'Site',
      timeZone: 'Europe/Berlin',
    });
    // The longest is named.
    expect(first!.toUtcMs - first!.fromUtcMs).toBe(16 * minuteMs);
    await markSeen(owner, [first!]);
    expect(await found('gap')).toEqual([]);
    notify(gap(3 * minuteMs));
    await expect
      .poll(async () => (await found('gap')).map(({ fromUtcMs, toUtcMs }) => toUtcMs - fromUtcMs), soon)
      .toEqual([3 * minuteMs]);
  });

  it('tells of no gap that people want, of none that is only a seam, and of none from before yesterday', async () => {
    notify(gap(3 * minuteMs, 'not_scheduled'), gap(4000, 'packet_loss'), gap(16 * minuteMs));
    await expect.poll(async () => (await found('gap')).map(({ cause }) => cause), soon).toEqual(['edge_down']);
    await inOrganization((trx) =>
      trx
        .updateTable('gaps')
        .set({ receivedAt: new Date(now() - dayMs) })
        .where('organizationId', '=', organizationId)
        .execute(),
    );
    expect(await found('gap')).toEqual([]);
  });

  it('counts what a core said of itself, and leaves out what people did with it', async () => {
    notify(
      { kind: 'coreNotice', code: 'disk_slow', detail: 'a' },
      { kind: 'coreNotice', code: 'disk_slow', detail: 'b' },
      { kind: 'coreNotice', code: 'core_update_cancelled', detail: '' },
    );
    await expect
      .poll(async () => (await found('notice')).map(({ code, count }) => [code, count]), soon)
      .toEqual([['disk_slow', 2]]);
    await markSeen(owner, await found('notice'));
    expect(await found('notice')).toEqual([]);
  });

  it('tells of an export that failed to whoever may export that camera', async () => {
    const values = {
      organizationId,
      id: newId(),
      cameraId,
      edgeId: edge.edgeId,
      stream: 'main' as const,
      state: 'failed' as const,
      failure: 'disk_full' as const,
    };
    const times = {
      fromAt: new Date(1),
      toAt: new Date(2),
      createdBy: owner.userId,
      createdAt: new Date(now()),
      finishedAt: new Date(now()),
    };
    await inOrganization((trx) =>
      trx
        .insertInto('exports')
        .values({ ...values, ...times })
        .execute(),
    );
    expect(await found('export')).toMatchObject([{ exportId: values.id, cameraName: 'Gate', failure: 'disk_full' }]);
    expect(await found('export', await member('CameraView', 'LocationView'))).toEqual([]);
    await markSeen(owner, await found('export'));
    expect(await found('export')).toEqual([]);
  });

  it('tells of a key a week before its end and again at its end, and of recording that is switched off', async () => {
    const key = (expiresAt: number, name: string) =>
      owner.call(apiKeysCalls.create, { body: { name, scopes: ['CameraView' as const], expiresAt } });
    await key(now() + 8 * dayMs, 'Later');
    const expiresAt = now() + 30_000;
    await key(expiresAt, 'Soon');
    expect(await found('credential')).toMatchObject([{ of: 'apiKey', name: 'Soon', expiresAtUtcMs: expiresAt }]);
    expect(await found('credential', await member('LocationView'))).toEqual([]);
    await markSeen(owner, await found('credential'));
    expect(await found('credential')).toEqual([]);
    await owner.call(camerasCalls.update, { params: { id: cameraId }, body: { recordingMode: 'off' } });
    expect(await found('recordingOff')).toMatchObject([{ cameraName: 'Gate', cameraCount: 1 }]);
    laterMs += 31_000;
    expect(await found('credential')).toMatchObject([{ name: 'Soon' }]);
  });

  it('tells those who may dispatch of help that does not come as long as it counts as active, and of a service that was not told of the end', async () => {
    const failed = (values: Record<string, unknown>) =>
      inOrganization(async (trx) => {
        const { rows } = await sql<{
          number: number;
        }>`select coalesce(max(number), 0) + 1 as number from dispatch_alarms
          where organization_id = ${organizationId}`.execute(trx);
        const at = new Date(now());
        const alarm = {
          locationId: edge.locationId,
          services: ['police'],
          dispatchedAt: at,
          request: JSON.stringify({}) as never,
          givesUpAt: at,
        };
        await trx
          .insertInto('dispatchAlarms')
          .values({ organizationId, id: newId(), number: rows[0]?.number ?? 1, ...alarm, ...values } as never)
          .execute();
      });
    await failed({ status: 0, canceledAt: new Date(now()), delivery: 'withdrawn' });
    await failed({ status: 0, canceledAt: new Date(now() - 2 * dayMs), delivery: 'refused', cancellation: 'refused' });
    expect(await found('dispatch')).toEqual([]);
    await failed({ delivery: 'refused', deliveryCause: 'wrongKey', settledAt: new Date(now()) });
    await failed({ status: 0, canceledAt: new Date(now()), delivery: 'refused', cancellation: 'refused' });
    expect(await found('dispatch')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ problem: 'notSent', isOpen: true, number: 3 }),
        expect.objectContaining({ problem: 'notCanceled', isOpen: false, number: 4 }),
      ]) as never,
    );
    expect(await found('dispatch', await member('LocationView', 'CameraView', 'OrganizationEdit'))).toEqual([]);
    expect(await found('dispatch', await server.person())).toEqual([]);
    await markSeen(owner, await found('dispatch'));
    expect(await found('dispatch')).toMatchObject([{ problem: 'notSent' }]);
  });

  it('tells those who look after the organization of a receiver that takes no messages, until it does or was seen', async () => {
    const failing = (name: string, row: { sinceMs: number; isEnabled?: boolean; offBecause?: 'failing' }) =>
      inOrganization((trx) =>
        trx
          .insertInto('webhooks')
          .values({
            organizationId,
            id: newId(),
            name,
            service: name === 'Slack' ? 'slack' : 'webhook',
            messageKinds: ['alert.opened'],
            isEnabled: row.isEnabled ?? true,
            offBecause: row.offBecause ?? null,
            sealedAddress: Buffer.alloc(0),
            sealedSecret: Buffer.alloc(0),
            createdBy: owner.session.user.id,
            createdAt: new Date(now()),
            failingSince: new Date(now() - row.sinceMs),
          })
          .execute(),
      );
    await failing('For a moment', { sinceMs: 9 * minuteMs });
    await failing('By hand', { sinceMs: 20 * minuteMs, isEnabled: false });
    expect(await found('receiver')).toEqual([]);
    await failing('Desk', { sinceMs: 11 * minuteMs });
    await failing('Slack', { sinceMs: dayMs, isEnabled: false, offBecause: 'failing' });
    const [desk, slack] = await found('receiver');
    expect(desk).toMatchObject({ name: 'Desk', isOpen: true, isOff: false, isService: false });
    expect(slack).toMatchObject({ name: 'Slack', isOpen: false, isOff: true, isService: true });
    expect(await found('receiver', await member('LocationView', 'CameraView', 'AlertMonitoring'))).toEqual([]);
    expect(await found('receiver', await server.person())).toEqual([]);
    await markSeen(owner, await found('receiver'));
    expect(await found('receiver')).toMatchObject([{ name: 'Desk' }]);
  });
});

describe('what is wrong now', () => {
  const health = {
    cpuShare: 0.95,
    memoryBytes: 1,
    memoryTotalBytes: 2,
    diskFreeBytes: 1,
    diskTotalBytes: 2,
    uptimeMs: 1,
  };
  const looksAt = (cause: ErrorCode | null) => ({
    canDecode: true,
    models: [],
    inference: { budgetShare: 0.5, usedShare: 0.5, wantedFps: 2, givenFps: 1 },
    cameras: [
      {
        cameraId,
        state: 'active',
        cause,
        stream: 'sub',
        decodedFps: 1,
        wantedFps: 1,
        givenFps: 1,
        share: 0.5,
        queueAgeMs: 0,
        droppedFps: 0,
        motionLevel: 0,
        openTracks: 0,
      },
    ],
  });

  it('tells of a core that is behind with its detection or whose processor stays busy, for as long as it is', async () => {
    let cause: ErrorCode | null = 'analysis_overloaded';
    edge.answer('analysis.status', () => looksAt(cause));
    edge.send({ type: 'heartbeat', sentAtUtcMs: now(), clockOffsetMs: 0, outboxDepth: 0, health });
    await expect
      .poll(async () => (await found('overload')).map(({ behindCount, cpuShare }) => [behindCount, cpuShare]), soon)
      .toEqual([[1, 0.95]]);
    // It cannot be marked away.
    await markSeen(owner, await found('overload'));
    expect(await found('overload')).toMatchObject([{ isOpen: true, edgeName: 'Core' }]);
    expect(await found('overload', await member('CoreView'))).toEqual([]);
    cause = null;
    laterMs += 21_000;
    await expect.poll(() => found('overload'), soon).toEqual([]);
    const minutes = Array.from(
      { length: 9 },
      (_none, index) => new Date(Math.floor(now() / minuteMs - 1 - index) * minuteMs),
    );
    const figures = { cpuShare: 0.95, memoryShare: 0.5, diskFreeBytes: 1, outboxDepth: 0, clockOffsetMs: 0 };
    const rows = minutes.map((minute) => ({ organizationId, edgeId: edge.edgeId, minute, ...figures }));
    await inOrganization((trx) =>
      trx
        .insertInto('edgeHeartbeats')
        .values(rows.slice(0, 6))
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    expect(await found('overload')).toEqual([]);
    await inOrganization((trx) =>
      trx
        .insertInto('edgeHeartbeats')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    expect(await found('overload')).toMatchObject([{ isOpen: true, behindCount: 0, cpuShare: 0.95 }]);
    // It stays told for a day after it is over, until it was seen.
    laterMs += 3_600_000;
    const later = await member('CoreView', 'LocationView');
    expect(await found('overload', later)).toMatchObject([{ isOpen: false, behindCount: 0, cpuShare: 0.95 }]);
    await markSeen(later, await found('overload', later));
    expect(await found('overload', later)).toEqual([]);
  });

  it('an overload of the detection is told once while it lasts, and stays told when it is over', async () => {
    let cause: ErrorCode | null = 'analysis_overloaded';
    edge.answer('analysis.status', () => looksAt(cause));
    notify({ kind: 'coreNotice', code: 'analysis_overloaded', detail: cameraId });
    await expect.poll(async () => (await found('overload')).length, soon).toBe(1);
    const noticed = async () => (await found('notice')).filter(({ code }) => code === 'analysis_overloaded');
    expect(await noticed()).toEqual([]);
    cause = null;
    laterMs += 21_000;
    await expect.poll(() => found('overload'), soon).toEqual([]);
    expect(await noticed()).toMatchObject([{ isOpen: false, count: 1 }]);
  });

  it('a core that does not say whether its detection keeps up is unknown, and not well', async () => {
    expect((await listOf()).unknownCount).toBe(1);
    expect((await listOf(await member('LocationView'))).unknownCount).toBe(0);
    edge.answer('analysis.status', () => looksAt(null));
    laterMs += 21_000;
    await expect.poll(async () => (await listOf()).unknownCount, soon).toBe(0);
  });

  it('tells of footage that will go before its time, of cameras that may be seen, and of a clock that is wrong', async () => {
    const camera = {
      cameraId,
      heldBytes: 1,
      smartBytes: 0,
      oldestUtcMs: 1,
      bytesPerDay: 1,
      retentionDays: 30,
      smartRetentionDays: null,
      fitsDays: 3.5,
    };
    edge.answer('storage.overview', () => ({
      freeBytes: 1,
      floorBytes: 1,
      cameras: [camera, { ...camera, cameraId: newId(), fitsDays: 1 }],
    }));
    // Ahead and behind.
    for (const clockOffsetMs of [3_600_000, -3_600_000]) {
      edge.send({ type: 'heartbeat', sentAtUtcMs: now(), clockOffsetMs, outboxDepth: 0, health });
      await expect
        .poll(async () => (await found('clock')).map(({ offsetMs }) => offsetMs), soon)
        .toEqual([clockOffsetMs]);
    }
    await expect
      .poll(() => found('storage'), soon)
      .toMatchObject([{ cameraCount: 1, fitsDays: 3.5, retentionDays: 30, isOpen: true }]);
    expect(await found('storage', await member('CoreView'))).toEqual([]);
  });

  it('a core that is away is one line with its cameras, which are lines of their own to whoever may not see the core', async () => {
    const status = { state: 'online' as const, cause: null, sinceUtcMs: now() };
    notify({ kind: 'streamStatus', cameraId, streamId, status, format: null, isRecording: true, recordingCause: null });
    await expect
      .poll(async () => (await owner.call(camerasCalls.get, { params: { id: cameraId } })).body.status.state, soon)
      .toBe('online');
    expect((await listOf()).waitingCount).toBe(0);
    edge.hangUp();
    await expect
      .poll(() => found('core'), soon)
      .toMatchObject([{ edgeName: 'Core', cameraCount: 1, status: { state: 'offline', cause: 'core_offline' } }]);
    expect(await found('camera')).toEqual([]);
    const watcher = await server.person({ organizationId, permissions: ['CameraView'], cameraId });
    await expect
      .poll(() => found('camera', watcher), soon)
      .toMatchObject([{ cameraName: 'Gate', status: { state: 'offline' } }]);
    expect(await found('core', watcher)).toEqual([]);
  });
});

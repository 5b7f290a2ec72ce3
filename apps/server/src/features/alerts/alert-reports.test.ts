import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { Alert } from '@sightline/contracts/alerts/alert';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { scopeOfGrants } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { testReport, testJpeg } from '../../../testing/events/test-reports.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { figuresOfRules, nearMissesOfRule } from './alerts.public.ts';

const minuteMs = 60_000;
let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const all = async (person = owner): Promise<Alert[]> => (await person.call(alertsCalls.logs, { query: {} })).body.items;
const misses = (ruleId: string) =>
  server.platform.database.withOrganization(organizationId(), (trx) => nearMissesOfRule(trx, organizationId(), ruleId));
const removeRule = (ruleId: string) =>
  server.platform.database.withOrganization(organizationId(), (trx) =>
    sql`delete from alert_rules where organization_id = ${organizationId()} and id = ${ruleId}`.execute(trx),
  );

describe('a core that is not to be believed', () => {
  it('opens no alert of a rule that is not there, of another camera, or of another organization', async () => {
    const stranger = await makeAlertingCore(server, await server.person());
    const elsewhere = await core.rule({ cameraIds: [] });
    await core.send(
      core.change({ ruleId: newId() }),
      core.change({ ruleId: elsewhere }),
      core.change({ ruleId: await stranger.rule() }),
      core.nearMiss({ ruleId: newId() }),
      core.nearMiss({ ruleId: elsewhere }),
    );
    expect(await all()).toEqual([]);
    expect(await misses(elsewhere)).toEqual([]);
  });

  it('opens and changes no alert at the camera of another core', async () => {
    const ruleId = await core.rule();
    const mine = core.change({ ruleId });
    await core.send(mine);
    const other = await makeAlertingCore(server, owner);
    await other.send(
      { ...mine, sequence: 9, phase: 'closed' },
      { ...mine, alertId: newId() },
      other.change({ ...mine, cameraId: other.cameraId, sequence: 9, phase: 'closed' }),
      core.nearMiss({ ruleId }),
    );
    expect(await all()).toMatchObject([{ id: mine.alertId, phase: 'opened', cameraId: core.cameraId }]);
    expect(await misses(ruleId)).toEqual([]);
  });

  it('says nothing of the footage of alerts that are not its own', async () => {
    const mine = core.change({ ruleId: await core.rule() });
    await core.send(mine);
    const other = await makeAlertingCore(server, owner);
    const stranger = await makeAlertingCore(server, await server.person());
    const kept = { kind: 'alertFootage' as const, alertId: mine.alertId, untilUtcMs: mine.atUtcMs + 1000 };
    await other.send({ ...kept, cameraId: core.cameraId }, { ...kept, cameraId: other.cameraId });
    await stranger.send({ ...kept, cameraId: core.cameraId });
    await core.send({ ...kept, cameraId: other.cameraId }, { ...kept, alertId: newId(), cameraId: core.cameraId });
    expect(await all()).toMatchObject([{ id: mine.alertId, footageUntilUtcMs: null }]);
  });

  it('uses the id of an alert of another organization for one of its own, and changes nothing there', async () => {
    const mine = core.change({ ruleId: await core.rule() });
    await core.send(mine);
    const thief = await server.person();
    const other = await makeAlertingCore(server, thief);
    const theirs = other.change({ alertId: mine.alertId, ruleId: await other.rule({ name: 'Theirs' }), sequence: 7 });
    await other.send(theirs);
    expect(await all()).toMatchObject([{ id: mine.alertId, ruleName: 'At the gate', number: 1 }]);
    expect(await all(thief)).toMatchObject([{ id: mine.alertId, ruleName: 'Theirs', number: 1 }]);
  });

  it('writes no alert of tomorrow, and leaves out of texts what no database keeps', async () => {
    const ruleId = await core.rule();
    const why = [{ what: 'a\0b', value: 1, limit: null, placeId: null, class: null, score: null }];
    await core.send(
      core.change({ ruleId, why }),
      core.change({ ruleId, openedAtUtcMs: Date.now() + 90_000_000, closeReason: 'half \ud800' }),
      core.change({ ruleId, atUtcMs: Date.now() + 90_000_000 }),
    );
    const kept = await all();
    expect(kept).toHaveLength(3);
    expect(kept.map(({ why: [reason] }) => reason?.what)).toContain('ab');
    for (const { openedAtUtcMs } of kept) expect(openedAtUtcMs).toBeLessThan(Date.now() + minuteMs);
  });
});

describe('the number of an alert', () => {
  it('is told to nobody who would learn by it how many alerts there are that they do not see', async () => {
    const ruleId = await core.rule();
    const changes = [core.change({ ruleId }), core.change({ ruleId })];
    await core.send(...changes);
    const id = changes[1]!.alertId;
    const member = (permissions: string[], where: object = {}) =>
      server.person({ organizationId: organizationId(), permissions: permissions as never, ...where });
    const numbersFor = async (by: TestPerson) => [
      (await by.call(alertsCalls.get, { params: { id } })).body.number,
      ...(await by.call(alertsCalls.queue, { query: {} })).body.items.map(({ number }) => number),
      ...(await by.call(alertsCalls.logs, { query: {} })).body.items.map(({ number }) => number),
    ];
    const all = ['AlertMonitoring', 'OriginalsView'];
    for (const restricted of [await member(all, { cameraId: core.cameraId }), await member(['AlertMonitoring'])])
      expect(await numbersFor(restricted)).toEqual([null, null, null, null, null]);
    for (const whole of [owner, await member(all)])
      expect((await numbersFor(whole)).map(String).toSorted()).toEqual(['1', '1', '2', '2', '2']);
  });
});

describe('an alert', () => {
  it('keeps what its rule was, and is numbered within the organization', async () => {
    const ruleId = await core.rule({ name: 'Fence', severity: 'critical' });
    const first = core.change({ ruleId });
    await core.send(first, core.change({ ruleId, atUtcMs: first.atUtcMs + 1 }));
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`update alert_rules set name = 'Renamed', severity = 'info' where organization_id = ${organizationId()}`.execute(
        trx,
      ),
    );
    expect(await all()).toMatchObject([{ number: 2 }, { number: 1 }]);
    expect((await all())[1]).toMatchObject({
      id: first.alertId,
      ruleId,
      ruleName: 'Fence',
      kind: 'appearing',
      severity: 'critical',
      cameraName: 'Gate',
      edgeId: core.edge.edgeId,
      timeZone: 'Europe/Berlin',
      why: first.why,
      handling: 'new',
      isLate: false,
      revision: 1,
      clip: { fromUtcMs: first.openedAtUtcMs - 5_000, toUtcMs: first.atUtcMs + 10_000 },
      can: { playback: true, handle: true },
    });
  });

  it('is said to have footage that is kept only as long as its core says so', async () => {
    const opened = core.change({ ruleId: await core.rule() });
    await core.send(opened);
    expect(await all()).toMatchObject([{ footageUntilUtcMs: null }]);
    const kept = { kind: 'alertFootage' as const, alertId: opened.alertId, cameraId: core.cameraId };
    const untilUtcMs = opened.atUtcMs + 30 * 86_400_000;
    const { heard } = await listenWith(server.url, owner.session.accessToken);
    await core.send({ ...kept, untilUtcMs });
    expect(await all()).toMatchObject([{ footageUntilUtcMs: untilUtcMs }]);
    await vi.waitFor(() => expect(heard).toContainEqual(expect.objectContaining({ type: 'event' })));
    await core.send({ ...kept, untilUtcMs: null });
    expect(await all()).toMatchObject([{ footageUntilUtcMs: null }]);
    await core.send({ ...kept, untilUtcMs: 8e14 });
    expect((await all())[0]!.footageUntilUtcMs).toBeLessThan(opened.atUtcMs + 367 * 86_400_000);
  });

  it('comes to the same however often and in whichever order it is told', async () => {
    const ruleId = await core.rule();
    const opened = core.change({ ruleId });
    const { alertId, openedAtUtcMs } = opened;
    const at = (sequence: number, more: object) =>
      core.change({ alertId, ruleId, openedAtUtcMs, atUtcMs: openedAtUtcMs + sequence * 1000, sequence, ...more });
    const closed = at(3, { phase: 'closed', count: 4 });
    await core.send(closed, at(2, { phase: 'updated', count: 3 }), opened, closed);
    const [alert, ...others] = await all();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({ phase: 'closed', count: 4, closeReason: 'over', openedAtUtcMs, number: 1 });
    expect(alert?.closedAtUtcMs).toBe(openedAtUtcMs + 3000);
    expect(alert?.clip).toEqual({ fromUtcMs: openedAtUtcMs - 5_000, toUtcMs: openedAtUtcMs + 13_000 });
  });

  it('is kept in its order with all others of one message, and those of others there cost it nothing', async () => {
    const ruleId = await core.rule();
    const other = await makeAlertingCore(server, await server.person());
    const mine = Array.from({ length: 15 }, (_, index) =>
      core.change({ ruleId, atUtcMs: Date.now() - 60_000 + index }),
    );
    const [first] = mine as [(typeof mine)[0]];
    const closed = { ...first, sequence: 2, phase: 'closed' as const, closeReason: 'over' };
    const foreign = [core.change({ ruleId, cameraId: other.cameraId }), core.change({ ruleId: newId() })];
    await core.send(...mine.slice(0, 10), ...foreign, closed, ...mine.slice(10), first);
    const kept = await all();
    expect(kept.map(({ id }) => id)).toEqual(mine.map(({ alertId }) => alertId).toReversed());
    expect(kept.map(({ number }) => number)).toEqual(mine.map((_, index) => mine.length - index));
    expect(kept.filter(({ phase }) => phase === 'closed').map(({ id }) => id)).toEqual([first.alertId]);
  });

  it('of a rule that was deleted meanwhile is kept with what the rule was', async () => {
    const ruleId = await core.rule({ name: 'Gone', severity: 'critical' });
    const before = core.change({ ruleId });
    await core.send(before);
    await removeRule(ruleId);
    await core.send({ ...before, sequence: 2, phase: 'closed' }, core.change({ ruleId }));
    const kept = await all();
    expect(kept).toHaveLength(2);
    for (const alert of kept) expect(alert).toMatchObject({ ruleId: null, ruleName: 'Gone', severity: 'critical' });
    expect(kept.find(({ id }) => id === before.alertId)?.phase).toBe('closed');
  });

  it('of a camera that the rule has left, or that was deleted, is kept too', async () => {
    const ruleId = await core.rule();
    const leave = sql`delete from alert_rule_targets where organization_id = ${organizationId()} and rule_id = ${ruleId}`;
    const change = sql`update alert_rules set updated_at = now() where organization_id = ${organizationId()} and id = ${ruleId}`;
    const atUtcMs = Date.now() - 30_000;
    await server.platform.database.withOrganization(organizationId(), async (trx) => {
      await leave.execute(trx);
      await change.execute(trx);
    });
    await core.send(core.change({ ruleId, atUtcMs }));
    const stays = await core.rule();
    await owner.call(camerasCalls.remove, { params: { id: core.cameraId } });
    await core.send(core.change({ ruleId: stays }));
    expect(await all()).toMatchObject([{ cameraName: 'Gate' }, { openedAtUtcMs: atUtcMs }]);
  });

  it('that was decided more than a minute before it came is late, by the clock of the core', async () => {
    const ruleId = await core.rule();
    const late = core.change({ ruleId, atUtcMs: Date.now() - 61_000 });
    const onTime = core.change({ ruleId, atUtcMs: Date.now() - 3600_000, decidedAtUtcMs: Date.now() - 50_000 });
    await core.send(late, onTime);
    const isLate = new Map((await all()).map((alert) => [alert.id, alert.isLate]));
    expect([isLate.get(late.alertId), isLate.get(onTime.alertId)]).toEqual([true, false]);
    const ahead = 600_000;
    await server.platform.database.withOrganization(organizationId(), (trx) =>
      sql`update edges set clock_offset_ms = ${ahead} where organization_id = ${organizationId()}`.execute(trx),
    );
    const slow = core.change({ ruleId, atUtcMs: Date.now() + ahead - 61_000 });
    await core.send(slow);
    expect((await all()).find(({ id }) => id === slow.alertId)?.isLate).toBe(true);
  });

  it('shows the picture of its first event to whoever may see pictures there', async () => {
    const event = testReport({ cameraId: core.cameraId });
    const change = core.change({ ruleId: await core.rule(), subjectIds: [event.eventId, newId()] });
    await core.send({ kind: 'event', event }, change);
    expect((await all())[0]).toMatchObject({ pictureUrl: null, eventIds: change.subjectIds });
    const { eventId, startedAtUtcMs } = event;
    const { cameraId } = core;
    const jpeg = testJpeg().toString('base64');
    core.edge.send({ type: 'thumbnail', cameraId, kind: 'object', jpeg, eventId, startedAtUtcMs });
    await core.edge.next('thumbnailAck');
    const address = (await all())[0]?.pictureUrl ?? '';
    expect((await fetch(`${server.url}${address}`)).status).toBe(200);
    const guard = await server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'] });
    expect(await all(guard)).toMatchObject([{ pictureUrl: null, can: { playback: false, handle: true } }]);
  });

  it('is told at once to those who may see it, as new only when it was opened just now', async () => {
    const mine = await listenWith(server.url, owner.session.accessToken);
    const others = await Promise.all(
      [
        await server.person(),
        await server.person({ organizationId: organizationId(), permissions: ['CameraView'] }),
      ].map(({ session }) => listenWith(server.url, session.accessToken)),
    );
    const ruleId = await core.rule({ severity: 'critical' });
    const opened = core.change({ ruleId });
    await core.send(opened, { ...opened, sequence: 2, phase: 'updated' });
    await core.send(core.change({ ruleId, atUtcMs: Date.now() - 5 * minuteMs }));
    const heard = () =>
      mine.heard.flatMap((message) =>
        message.type === 'event' && message.event.kind === 'alerts.changed' ? [message.event] : [],
      );
    await vi.waitFor(() => expect(heard()).toHaveLength(3), { timeout: 10_000 });
    expect(heard().map(({ isNew }) => isNew)).toEqual([true, false, false]);
    expect(heard()[0]).toMatchObject({ alertId: opened.alertId, cameraId: core.cameraId, severity: 'critical' });
    for (const other of others) expect(other.kinds()).not.toContain('alerts.changed');
  });
});

it('keeps the last fifty near misses of a rule, and tells none of them twice', async () => {
  const ruleId = await core.rule();
  const atUtcMs = Date.now() - 100 * minuteMs;
  const told = Array.from({ length: 60 }, (_, index) =>
    core.nearMiss({ ruleId, atUtcMs: atUtcMs + index * minuteMs, count: index + 1, hindrance: 'snoozed' }),
  );
  await core.send(...told, ...told.slice(-2));
  const kept = await misses(ruleId);
  expect(kept).toHaveLength(50);
  expect(kept[0]).toMatchObject({ count: 60, hindrance: 'snoozed', cameraName: 'Gate' });
  expect(kept.at(-1)).toMatchObject({ count: 11 });
});

it('counts how often rules alerted and how often that was false', async () => {
  const [ruleId, silent] = [await core.rule(), await core.rule()];
  const changes = [1, 2, 3].map((ago) => core.change({ ruleId, atUtcMs: Date.now() - ago * 1000 }));
  await core.send(...changes, core.change({ ruleId, atUtcMs: Date.now() - 10 * 86_400_000 }));
  const id = changes[0]?.alertId ?? '';
  await owner.call(alertsCalls.done, { params: { id }, body: { revision: 1, outcome: 'falseAlarm' } });
  const since = new Date(Date.now() - 7 * 86_400_000);
  const everywhere = scopeOfGrants([{ permission: 'AlertMonitoring', kind: 'organization', entityId: null }]);
  const figures = await server.platform.database.withOrganization(organizationId(), (trx) =>
    figuresOfRules(trx, organizationId(), { ruleIds: [ruleId, silent], since, scopes: [everywhere], grants: [] }),
  );
  const ofRule = new Map(figures.map((one) => [one.ruleId, one]));
  expect(ofRule.get(ruleId)).toMatchObject({ alertCount: 3, falseCount: 1 });
  expect(ofRule.get(ruleId)?.lastAlertAt?.getTime()).toBe(changes[0]?.openedAtUtcMs);
  expect(ofRule.get(silent)).toMatchObject({ alertCount: 0, falseCount: 0, lastAlertAt: null });
});

import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { listenWith } from '../../../testing/realtime/test-listener.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
let ruleId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  ruleId = await core.rule();
});

const organizationId = (): string => owner.session.activeOrganizationId ?? '';
const guard = (where: object = {}) =>
  server.person({ organizationId: organizationId(), permissions: ['AlertMonitoring'], ...where });

/** Opens alerts, the newest first. */
async function open(count = 1, at: AlertingCore = core, rule = ruleId): Promise<string[]> {
  const changes = Array.from({ length: count }, (_, index) =>
    at.change({ ruleId: rule, atUtcMs: Date.now() - (index + 1) * 1000 }),
  );
  await at.send(...changes);
  return changes.map(({ alertId }) => alertId);
}
const openOne = async (): Promise<string> => (await open())[0] ?? '';

const take = (id: string, person = owner) => person.call(alertsCalls.take, { params: { id }, body: { revision: 1 } });
const end = (id: string, revision: number, outcome: 'handled' | 'falseAlarm' | null = 'handled') =>
  owner.call(alertsCalls.done, { params: { id }, body: { revision, outcome } });
const assign = (id: string, revision: number, userId: string | null) =>
  owner.call(alertsCalls.assign, { params: { id }, body: { revision, userId } });
const get = async (id: string) => (await owner.call(alertsCalls.get, { params: { id } })).body;
const queued = async (query: object = {}, person = owner): Promise<string[]> =>
  (await person.call(alertsCalls.queue, { query })).body.items.map(({ id }) => id);

describe('who may not', () => {
  it('sees no alert of another camera, nor that there is one, and handles none', async () => {
    const id = await openOne();
    const elsewhere = await makeAlertingCore(server, owner);
    const people = [
      await server.person(),
      await guard({ cameraId: elsewhere.cameraId }),
      await guard({ locationId: elsewhere.edge.locationId }),
    ];
    for (const person of people) {
      expect(await queued({}, person)).toEqual([]);
      expect((await person.call(alertsCalls.logs, { query: {} })).body).toMatchObject({ items: [], total: 0 });
      expect((await person.call(alertsCalls.counts, {})).body).toMatchObject({ new: { warning: 0 }, taken: 0 });
      const answers = [
        await person.call(alertsCalls.get, { params: { id } }),
        await take(id, person),
        await person.call(alertsCalls.assign, { params: { id }, body: { revision: 1, userId: null } }),
        await person.call(alertsCalls.done, { params: { id }, body: { revision: 1, outcome: 'handled' } }),
        await person.call(alertsCalls.comment, { params: { id }, body: { text: 'Mine' } }),
      ];
      for (const { status, body } of answers) expect([status, body]).toMatchObject([404, { code: 'not_found' }]);
    }
    expect(await get(id)).toMatchObject({ handling: 'new', commentCount: 0, revision: 1 });
    expect((await (await guardWithout()).call(alertsCalls.queue, { query: {} })).body).toMatchObject({
      code: 'forbidden',
    });
  });

  const guardWithout = () => server.person({ organizationId: organizationId(), permissions: ['CameraView'] });

  it('is refused with bad input', async () => {
    const id = await openOne();
    expect((await owner.call(alertsCalls.queue, { query: { cursor: 'x' } })).status).toBe(400);
    expect((await owner.call(alertsCalls.queue, { query: { severity: 'worst' } as never })).status).toBe(400);
    const cursor = Buffer.from(JSON.stringify(['-1', newId()])).toString('base64url');
    expect((await owner.call(alertsCalls.queue, { query: { cursor } })).status).toBe(400);
    const range = { timeStart: 5_000, timeEnd: 5_000 };
    expect((await owner.call(alertsCalls.logs, { query: range })).body).toMatchObject({ code: 'search_range_invalid' });
    expect((await owner.call(alertsCalls.comment, { params: { id }, body: { text: ' ' } })).status).toBe(400);
    expect((await end(id, 1, 'gone' as never)).status).toBe(400);
  });

  it('is given no alert: strangers, members who may not see it, nobody at all', async () => {
    const id = await openOne();
    const others = [(await server.person()).userId, (await guardWithout()).userId, 'nobody'];
    for (const userId of others)
      expect((await assign(id, 1, userId)).body).toMatchObject({
        code: 'validation_failed',
        data: { fields: ['userId'] },
      });
    expect(await get(id)).toMatchObject({ handling: 'new', handler: null });
  });
});

describe('two who take the same alert', () => {
  it('are one who wins and one who is told who did, and when', async () => {
    const id = await openOne();
    const people = await Promise.all(Array.from({ length: 6 }, () => guard()));
    const answers = await Promise.all(people.map((person) => take(id, person)));
    const winner = people[answers.findIndex(({ status }) => status === 200)];
    expect(winner).toBeDefined();
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
    const { handler } = await get(id);
    expect(handler?.userId).toBe(winner?.userId);
    const { name, atUtcMs } = handler ?? {};
    for (const { status, body } of answers)
      if (status === 409) expect(body).toMatchObject({ code: 'alert_taken', data: { name, atUtcMs } });
    expect(await get(id)).toMatchObject({ handling: 'taken', revision: 2 });
  });
});

describe('an alert', () => {
  it('is taken, given to another, given back, done, opened again, and each is in the audit', async () => {
    const id = await openOne();
    const other = await guard();
    expect((await take(id)).body).toMatchObject({ handling: 'taken', handler: { userId: owner.userId }, revision: 2 });
    expect((await take(id)).body).toMatchObject({ revision: 2 });
    expect((await assign(id, 1, other.userId)).body).toMatchObject({ code: 'conflict' });
    expect((await assign(id, 2, other.userId)).body).toMatchObject({ handler: { userId: other.userId }, revision: 3 });
    expect((await assign(id, 3, null)).body).toMatchObject({ handling: 'new', handler: null, revision: 4 });
    expect((await take(id, other)).body).toMatchObject({ handling: 'taken', revision: 5 });
    expect((await end(id, 4)).body).toMatchObject({ code: 'conflict' });
    expect((await end(id, 5)).body).toMatchObject({ outcome: 'handled', handler: { userId: owner.userId } });
    expect((await take(id)).body).toMatchObject({ code: 'alert_done' });
    expect((await assign(id, 6, null)).body).toMatchObject({ code: 'alert_done' });
    const again = (await end(id, 6, null)).body;
    expect(again).toMatchObject({ handling: 'taken', outcome: null, handler: { userId: other.userId }, revision: 7 });
    expect((await end(id, 7, 'falseAlarm')).body).toMatchObject({ handling: 'done', outcome: 'falseAlarm' });
    const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body;
    const methods = items.map(({ method }) => method).filter((method) => method.startsWith('alert.'));
    const deeds = ['take', 'assign', 'release', 'take', 'done', 'reopen', 'done'];
    expect(methods).toEqual(deeds.toReversed().map((deed) => `alert.${deed}`));
  });

  it('that nobody took is new again when its end is taken back', async () => {
    const id = await openOne();
    await end(id, 1);
    expect((await end(id, 2, null)).body).toMatchObject({ handling: 'new', outcome: null, handler: null });
  });

  it('is commented on in order, also once it is done, and each change is told to the others', async () => {
    const id = await openOne();
    const other = await guard({ cameraId: core.cameraId });
    const listener = await listenWith(server.url, other.session.accessToken);
    await owner.call(alertsCalls.comment, { params: { id }, body: { text: 'A fox' } });
    await end(id, 1);
    const answer = await other.call(alertsCalls.comment, { params: { id }, body: { text: 'Again' } });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ commentCount: 2, comments: [{ text: 'A fox' }, { text: 'Again' }] });
    expect(answer.body.comments[1]).toMatchObject({ byUserId: other.userId });
    const heard = () =>
      listener.heard.flatMap((message) =>
        message.type === 'event' && message.event.kind === 'alerts.changed'
          ? [[message.event.handling, message.event.revision]]
          : [],
      );
    const told = [
      ['new', 1],
      ['done', 2],
      ['done', 2],
    ];
    await vi.waitFor(() => expect(heard()).toEqual(told), { timeout: 10_000 });
  });
});

describe('the queue', () => {
  it('holds what waits, newest first, page by page, and counts it', async () => {
    const ids = await open(5);
    await take(ids[1] ?? '');
    await end(ids[2] ?? '', 1);
    const waiting = ids.filter((_, index) => index !== 2);
    expect(await queued()).toEqual(waiting);
    expect(await queued({ handling: 'done' })).toEqual([ids[2]]);
    expect(await queued({ handling: 'taken,done' })).toEqual([ids[1], ids[2]]);
    const first = (await owner.call(alertsCalls.queue, { query: { limit: 3 } })).body;
    expect(first.total).toEqual({ value: 4, relation: 'exact' });
    const second = (await owner.call(alertsCalls.queue, { query: { limit: 3, cursor: first.nextCursor ?? '' } })).body;
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(waiting);
    expect(second.nextCursor).toBeNull();
    const { body } = await owner.call(alertsCalls.counts, {});
    expect(body).toEqual({ new: { info: 0, warning: 3, critical: 0 }, taken: 1 });
  });

  it('is narrowed to severities, rules, cameras, places and ends', async () => {
    const [warning = ''] = await open();
    const grave = await core.rule({ severity: 'critical' });
    const [critical = ''] = await open(1, core, grave);
    const other = await makeAlertingCore(server, owner);
    const [elsewhere = ''] = await open(1, other, await other.rule());
    expect(await queued({ severity: 'critical' })).toEqual([critical]);
    expect(await queued({ ruleId: grave })).toEqual([critical]);
    expect(await queued({ cameraId: other.cameraId })).toEqual([elsewhere]);
    expect(await queued({ locationId: other.edge.locationId })).toEqual([elsewhere]);
    expect(await queued({ kind: 'loitering' })).toEqual([]);
    await end(warning, 1, 'falseAlarm');
    expect(await queued({ handling: 'done', outcome: 'falseAlarm' })).toEqual([warning]);
    expect(await queued({}, await guard({ edgeId: other.edge.edgeId }))).toEqual([elsewhere]);
  });

  it('shows somebody of many cameras theirs alone, however the database finds them', async () => {
    const site = await owner.call(locationsCalls.create, {
      body: { name: 'Yard', timeZone: 'UTC', parentId: core.edge.locationId },
    });
    const cameraIds: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      const streams = [{ kind: 'main' as const, url: `rtsp://10.0.0.2/${String(index)}` }];
      const place = { edgeId: core.edge.edgeId, locationId: site.body.id };
      const camera = await owner.call(camerasCalls.create, { body: { name: 'Camera', streams, ...place } });
      cameraIds.push(camera.body.id);
    }
    const there = await core.rule({ cameraIds });
    const changes = cameraIds.map((cameraId) => core.change({ ruleId: there, cameraId }));
    await core.send(...changes);
    await open(2);
    const theirs = await queued({}, await guard({ locationId: site.body.id }));
    expect(theirs.toSorted()).toEqual(changes.map(({ alertId }) => alertId).sort());
    expect((await owner.call(alertsCalls.counts, {})).body.new.warning).toBe(12);
  });
});

describe('the log', () => {
  it('ALERT-037 ALERT-038 ALERT-039 has pages of 20 by offset, of the last day unless a time is given', async () => {
    const ids = await open(45);
    const old = core.change({ ruleId, atUtcMs: Date.now() - 86_400_000 - 5_000 });
    await core.send(old);
    const page = async (query: object) => (await owner.call(alertsCalls.logs, { query })).body;
    const first = await page({});
    expect(first).toMatchObject({ total: 45, relation: 'exact', limit: 20, offset: 0 });
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect((await page({ offset: 40 })).items.map(({ id }) => id)).toEqual(ids.slice(40));
    expect(await page({ offset: 60 })).toMatchObject({ items: [], total: 45 });
    const { openedAtUtcMs } = old;
    expect((await page({ timeStart: openedAtUtcMs })).total).toBe(46);
    const then = await page({ timeStart: openedAtUtcMs, timeEnd: openedAtUtcMs + 1 });
    expect(then.items.map(({ id }) => id)).toEqual([old.alertId]);
    expect((await page({ timeEnd: openedAtUtcMs })).items).toEqual([]);
  });
});

describe('a comment', () => {
  const say = (id: string, body: { commentId?: string; text: string }, by = owner) =>
    by.call(alertsCalls.comment, { params: { id }, body });

  it('is not another one, nor of another alert, by an ID that is taken', async () => {
    const [id, other] = [await openOne(), await openOne()];
    const commentId = newId();
    expect((await say(id, { commentId, text: 'A fox.' })).status).toBe(201);
    for (const refused of [
      await say(id, { commentId, text: 'A cat.' }),
      await say(other, { commentId, text: 'A fox.' }),
      await say(id, { commentId, text: 'A fox.' }, await guard()),
    ])
      expect([refused.status, refused.body]).toMatchObject([409, { code: 'conflict' }]);
    expect((await say(id, { commentId: 'mine', text: 'A fox.' })).status).toBe(400);
    expect(await get(id)).toMatchObject({ commentCount: 1, comments: [{ text: 'A fox.' }] });
    expect(await get(other)).toMatchObject({ commentCount: 0 });
  });

  it('that is sent again after its answer was lost is there once, also in the audit', async () => {
    const id = await openOne();
    const body = { commentId: newId(), text: 'A fox.' };
    const answers = await Promise.all([say(id, body), say(id, body), say(id, body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await get(id)).toMatchObject({ commentCount: 1, comments: [{ id: body.commentId, text: 'A fox.' }] });
    const { items } = (await owner.call(auditCalls.findByFilter, { query: { limit: 30 }, body: {} })).body;
    expect(items.filter(({ method }) => method === 'alert.comment')).toHaveLength(1);
  });
});

describe('an open alert whose core is away', () => {
  it('says since when nobody knows whether it holds; one that is over knows', async () => {
    const [id, over] = [await openOne(), newId()];
    await core.send(core.change({ ruleId, alertId: over, phase: 'closed' }));
    expect(await get(id)).toMatchObject({ unknownSinceUtcMs: null });
    core.edge.hangUp();
    await vi.waitFor(async () => expect((await get(id)).unknownSinceUtcMs).toBeGreaterThan(Date.now() - 60_000), {
      timeout: 15_000,
      interval: 100,
    });
    expect((await get(id)).unknownSinceUtcMs).toBeLessThanOrEqual(Date.now());
    expect(await get(over)).toMatchObject({ unknownSinceUtcMs: null });
    await core.edge.connect();
    await vi.waitFor(async () => expect(await get(id)).toMatchObject({ unknownSinceUtcMs: null }), {
      timeout: 15_000,
      interval: 100,
    });
  });
});

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailsTo } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeDay } from '../events/ingest/event-days.repository.ts';
import { upsertEvents } from '../events/ingest/event-writes.repository.ts';
import { testReport } from '../../../testing/events/test-reports.ts';
import { sendDueWeeks } from './weekly-sender.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
let aheadMs = 0;
const clock = (): number => Date.now() + aheadMs;
let server: TestServer;
let second: TestServer;
let owner: TestPerson;
let organizationId: string;
let siteId: string;
let cameraIds: string[];

beforeAll(async () => {
  server = await startTestServer({ clock });
  second = await startTestServer({ clock, connectionString: server.connectionString, copyKeyFrom: server.dataDir });
  owner = await server.person();
  organizationId = owner.session.activeOrganizationId ?? '';
  siteId = await location('Site');
  const otherId = await location('Elsewhere');
  cameraIds = [await camera('Gate', siteId), await camera('Yard <b>', siteId), await camera('Hidden', otherId)];
  await week();
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const location = async (name: string) =>
  (await owner.call(locationsCalls.create, { body: { name, parentId: null, timeZone: 'Europe/Berlin' } })).body.id;
async function camera(name: string, locationId: string): Promise<string> {
  const { body: edge } = await owner.call(edgesCalls.create, { body: { name: `${name} core`, locationId } });
  const streams = [{ kind: 'main' as const, url: 'rtsp://10.0.0.9/1' }];
  return (await owner.call(camerasCalls.create, { body: { name, edgeId: edge.id, locationId, streams } } as never)).body
    .id;
}

/** Three events at the gate, one in the yard, five at a place that not everybody sees; an outage and a gap. */
async function week(): Promise<void> {
  const [gate = '', yard = '', hidden = ''] = cameraIds;
  const at = clock() - 2 * dayMs;
  const events = [gate, gate, gate, yard, hidden, hidden, hidden, hidden, hidden].map((cameraId, count) =>
    testReport({
      cameraId,
      startedAtUtcMs: at + count * 1000,
      lastSeenUtcMs: at + count * 1000 + 500,
      endedAtUtcMs: at + count * 1000 + 500,
    }),
  );
  await makeDay(server.platform.database, new Date(at).toISOString().slice(0, 10));
  await server.platform.database.withOrganization(organizationId, async (trx) => {
    await upsertEvents(trx, organizationId, { reports: events, receivedAt: new Date(clock()) });
    const { id: streamId } = await trx
      .selectFrom('cameraStreams')
      .select('id')
      .where('organizationId', '=', organizationId)
      .where('cameraId', '=', gate)
      .executeTakeFirstOrThrow();
    const gap = { organizationId, cameraId: gate, streamId, fromAt: new Date(at), toAt: new Date(at + 90 * 60_000) };
    await trx
      .insertInto('gaps')
      .values([
        { ...gap, id: newId(), cause: 'camera_timeout' },
        { ...gap, id: newId(), cause: 'recording_off' },
      ])
      .execute();
    // Half of it was before the week.
    const period = {
      organizationId,
      entityKind: 'camera' as const,
      fromAt: new Date(clock() - 7 * dayMs - 3 * hourMs),
      toAt: new Date(clock() - 7 * dayMs + 3 * hourMs),
    };
    await trx
      .insertInto('offlinePeriods')
      .values([
        { ...period, entityId: yard },
        { ...period, entityId: hidden },
      ])
      .execute();
  });
}

const preview = async (who: TestPerson, lang: 'en' | 'he' = 'en') =>
  (await who.call(weeklySummaryCalls.preview, { query: { lang } })).body;
const subscribe = (who: TestPerson) => who.call(accountsCalls.updateSettings, { body: { subForWeekly: true } });

describe('the mail about the week', () => {
  it('SET-012 refuses a zone that does not exist, and people who may not set it', async () => {
    const input = { isEnabled: true, weekday: 0, hour: 8, timeZone: 'Mars/Base' };
    expect((await owner.call(weeklySummaryCalls.set, { body: input })).body).toMatchObject({
      code: 'time_zone_unknown',
    });
    const member = await server.person({ organizationId, permissions: ['CameraView'] });
    expect((await member.call(weeklySummaryCalls.get, {})).status).toBe(403);
  });

  it('SET-012 is on, on Sundays at eight where the first site is, until something else is set', async () => {
    const { body } = await owner.call(weeklySummaryCalls.get, {});
    expect(body).toMatchObject({
      isEnabled: true,
      weekday: 0,
      hour: 8,
      timeZone: 'Europe/Berlin',
      subscriberCount: 0,
      lastSentAt: null,
    });
    const off = { isEnabled: false, weekday: 3, hour: 17, timeZone: 'Asia/Jerusalem' };
    expect((await owner.call(weeklySummaryCalls.set, { body: off })).body).toMatchObject({ ...off, nextAt: null });
    const on = { ...off, isEnabled: true };
    const { nextAt } = (await owner.call(weeklySummaryCalls.set, { body: on })).body;
    expect(
      new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Jerusalem', weekday: 'long', hour: '2-digit' }).format(
        nextAt ?? 0,
      ),
    ).toBe('Wednesday, 17');
  });

  it('tells the real figures of seven days, harmless as HTML', async () => {
    const { subject, text, html } = await preview(owner);
    expect(subject).toMatch(/^Weekly summary: Org \d+$/);
    expect(text).toContain('Events\nPeople: 9\nVehicles: 0\nAnimals: 0');
    expect(text).toContain('Busiest cameras\nHidden: 5\nGate: 3\nYard <b>: 1');
    expect(text).toMatch(/Cameras offline\nHidden: (3 hrs|2 hrs 59 mins)\nYard <b>: (3 hrs|2 hrs 59 mins)/);
    expect(text).toContain('Gaps in recording\nGate: 1 hr 30 mins');
    expect(text).toMatch(/New users: \d+/);
    expect(html).toContain('<bdi>Yard &lt;b&gt;</bdi>');
    expect(html).not.toContain('<b>');
  });

  it('is written in Hebrew from right to left', async () => {
    const { subject, html } = await preview(owner, 'he');
    expect(subject).toMatch(/^סיכום שבועי: הארגון \u2068Org/);
    expect(html).toContain('<html lang="he" dir="rtl">');
    expect(html).toContain('המצלמות הפעילות ביותר');
    expect(html).toContain('1 שעה 30 דק׳');
  });

  it('tells each reader only what that one may see', async () => {
    const granted = await server.person({
      organizationId,
      permissions: ['SearchView', 'CameraView'],
      locationId: siteId,
    });
    await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('grants')
        .values({
          organizationId,
          id: newId(),
          userId: granted.userId,
          permission: 'OrganizationEdit',
          entityKind: 'organization',
          entityId: null,
        })
        .execute(),
    );
    const { text } = await preview(granted);
    expect(text).toContain('People: 4');
    expect(text).toContain('Gate: 3\nYard <b>: 1');
    expect(text).not.toMatch(/Hidden|Sign-ins|New users|Gaps in recording/);
  });

  it('is mailed to who asks for it', async () => {
    const { email } = owner.session.user;
    expect((await owner.call(weeklySummaryCalls.sendToMe, {})).body).toEqual({ email });
    // Whichever of the two servers is the first to take the mail sends it.
    const subjects = async (): Promise<string[]> =>
      [...(await mailsTo(server, email)), ...(await mailsTo(second, email))].map(({ subject }) => subject);
    await expect.poll(subjects, { timeout: 20_000 }).toEqual([expect.stringMatching(/^Weekly summary:/)]);
  });

  it('ACCT-006 ACCT-008 is sent once a week to those who want it, by two servers as by one', async () => {
    const reader = await server.person({ organizationId, permissions: ['CameraView'] });
    const uninterested = await server.person({ organizationId, permissions: ['CameraView'] });
    await subscribe(reader);
    await owner.call(weeklySummaryCalls.set, {
      body: { isEnabled: true, weekday: 1, hour: 6, timeZone: 'Europe/Berlin' },
    });
    const { nextAt, subscriberCount } = (await owner.call(weeklySummaryCalls.get, {})).body;
    expect(subscriberCount).toBe(1);
    const servers = [server, second].map(({ platform }) => ({
      ...platform,
      publicUrl: () => 'https://sightline.example',
    }));
    const sendAll = () => Promise.all([...servers, ...servers].map(sendDueWeeks));
    const mails = async () => [
      ...(await mailsTo(server, reader.session.user.email)),
      ...(await mailsTo(second, reader.session.user.email)),
    ];
    await sendAll();
    expect(await mails()).toEqual([]);
    for (const count of [1, 2]) {
      aheadMs = (nextAt ?? 0) + (count - 1) * 7 * dayMs - Date.now() + 1000;
      await sendAll();
      await vi.waitFor(async () => expect(await mails()).toHaveLength(count), 10_000);
      await sendAll();
      aheadMs += hourMs;
      await sendAll();
      expect(await mails()).toHaveLength(count);
    }
    expect([
      ...(await mailsTo(server, uninterested.session.user.email)),
      ...(await mailsTo(second, uninterested.session.user.email)),
    ]).toEqual([]);
    const { lastSentAt } = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('weeklySummaries')
        .select('lastSentAt')
        .where('organizationId', '=', organizationId)
        .executeTakeFirstOrThrow(),
    );
    expect(lastSentAt?.getTime()).toBeGreaterThan((nextAt ?? 0) + 7 * dayMs - 1);
  }, 40_000);

  it('waits for the next week after a long standstill of the server', async () => {
    const late = await server.person({ organizationId, permissions: ['CameraView'] });
    const fresh = await late.call(accountsCalls.updateSettings, { body: { subForWeekly: true } });
    // Two weeks later: this session has ended, the setting is written by hand.
    if (fresh.status !== 200)
      await server.platform.database.global
        .updateTable('people')
        .set({ settings: '{"subForWeekly":true}' })
        .where('userId', '=', late.userId)
        .execute();
    const due = async () =>
      (
        await server.platform.database.global
          .selectFrom('weeklyDue')
          .select('dueAt')
          .where('organizationId', '=', organizationId)
          .executeTakeFirstOrThrow()
      ).dueAt?.getTime() ?? 0;
    aheadMs = (await due()) + 3 * dayMs - Date.now();
    await sendDueWeeks({ ...server.platform, publicUrl: () => 'https://sightline.example' });
    expect(await due()).toBeGreaterThan(clock());
    expect(await mailsTo(server, late.session.user.email)).toEqual([]);
  });
});

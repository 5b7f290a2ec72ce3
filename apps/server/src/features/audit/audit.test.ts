import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { auditCalls } from '@sightline/contracts/audit/audit.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo, waitForMail } from '../../../testing/test-mail.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';

const dayMs = 86_400_000;
let server: TestServer;
let person: TestPerson;
let organizationId: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.person();
  organizationId = person.session.activeOrganizationId ?? '';
  for (const name of ['=1+1', 'שער צפוני', 'A "quoted", one'])
    await person.call(locationsCalls.create, { body: { name, parentId: null, timeZone: 'UTC' } });
});
afterAll(() => server.stop());

const find = async (body: object, query: object = {}) => {
  const answer = await person.call(auditCalls.findByFilter, { query, body } as never);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const write = (action: string, by: { userId?: string | null; viaOrganizationId?: string; at?: number } = {}) =>
  server.platform.changes.run(
    { organizationId, by: { userId: null, sessionId: null, address: undefined, ...by } },
    // Also what no feature of today would write.
    async ({ audit }) => audit({ action, entityKind: 'test', entityId: null } as never),
  );

describe('the audit of an organization', () => {
  it('AUDIT-001 refuses a range that ends before it begins and a cursor that is not ours', async () => {
    const wrong = await person.call(auditCalls.findByFilter, { query: {}, body: { start: 5, end: 5 } } as never);
    expect(wrong.body).toMatchObject({ code: 'search_range_invalid' });
    const cursor = Buffer.from(JSON.stringify(['x', organizationId])).toString('base64url');
    expect((await person.call(auditCalls.findByFilter, { query: { cursor }, body: {} } as never)).status).toBe(400);
  });

  it('AUDIT-001 AUDIT-005 filters by range, method, person, provider, organization of helpers and thing', async () => {
    const { items } = await find({ events: ['location.create'] });
    expect(items.map(({ entityName }) => entityName)).toEqual(['A "quoted", one', 'שער צפוני', '=1+1']);
    expect(items[0]).toMatchObject({
      method: 'location.create',
      user: { id: person.userId, authProviderId: 'password' },
      entityKind: 'location',
    });
    expect((await find({ entityId: items[1]?.entityId })).items).toHaveLength(1);
    expect((await find({ users: ['somebody else'] })).items).toEqual([]);
    expect((await find({ users: [person.userId], events: ['location.create'] })).items).toHaveLength(3);
    expect((await find({ authProviderIds: ['another provider'] })).items).toEqual([]);
    expect((await find({ authProviderIds: ['password'], events: ['location.create'] })).items).toHaveLength(3);
    const { organizationId: helperId } = { organizationId: (await server.person()).session.activeOrganizationId ?? '' };
    await write('camera.update', { viaOrganizationId: helperId });
    expect((await find({ orgIds: [helperId] })).items).toMatchObject([
      { method: 'camera.update', viaOrganization: { id: helperId } },
    ]);
    expect((await find({ start: Date.now() + dayMs })).items).toEqual([]);
    expect((await find({ end: Date.now() - dayMs })).items).toEqual([]);
  });

  it('AUDIT-006 lists 30 entries of the last 10 days unless told otherwise, and goes on from page to page', async () => {
    for (let count = 0; count < 33; count += 1) await write('camera.update');
    const { database } = server.platform;
    await database.withOrganization(organizationId, (trx) =>
      trx
        .insertInto('auditEntries')
        .values({
          organizationId,
          id: person.userId,
          at: new Date(Date.now() - 11 * dayMs),
          userId: null,
          sessionId: null,
          action: 'core.update',
          entityKind: 'edge',
          entityId: null,
          data: '{}',
        })
        .execute(),
    );
    const first = await find({});
    expect(first.items).toHaveLength(30);
    expect((await find({ events: ['core.update'] })).items).toEqual([]);
    expect((await find({ events: ['core.update'], start: 0 })).items).toHaveLength(1);
    const seen = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof find>> = await find(
        { start: 0 },
        { limit: 7, ...(cursor ? { cursor } : {}) },
      );
      for (const { id } of page.items) seen.add(id);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.size).toBe((await find({ start: 0 }, { limit: 200 })).items.length);
  });

  it('AUDIT-003 counts by day of the zone and method', async () => {
    const { items } = (
      await person.call(auditCalls.findAndGroupByDailyEvents, {
        query: { timeZone: 'Pacific/Auckland' },
        body: {},
      } as never)
    ).body;
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Auckland', dateStyle: 'short' }).format(
      Date.now(),
    );
    expect(items[0]?.day).toBe(today);
    expect(items[0]?.methods).toContainEqual({ method: 'location.create', count: 3 });
    const unknown = await person.call(auditCalls.findAndGroupByDailyEvents, {
      query: { timeZone: 'Mars/Base' },
      body: {},
    } as never);
    expect(unknown.body).toMatchObject({ code: 'time_zone_unknown' });
  });

  it('AUDIT-002 exports CSV that a spreadsheet reads and does not reckon with, and notes that it did', async () => {
    const { body } = await person.call(auditCalls.exportCsv, { body: { events: ['location.create'] } } as never);
    const text = body as unknown as string;
    expect(text.split('\r\n')).toHaveLength(5);
    expect(text).toContain(",'=1+1,");
    expect(text).toContain(',"A ""quoted"", one",');
    expect(text).toContain('שער צפוני');
    expect((await find({ events: ['audit.exportCsv'] })).items).toHaveLength(1);
    const raw = await fetch(`${server.url}${auditCalls.exportCsv.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${person.session.accessToken}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([...new Uint8Array(await raw.arrayBuffer()).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(raw.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  });

  it('AUDIT-004 AUDIT-009 mails the log and the report as PDF to who asks, in their language, and not without end', async () => {
    const { email } = person.session.user;
    await person.call(accountsCalls.updateSettings, { body: { lang: 'he' } });
    await person.call(organizationsCalls.updateCurrent, { body: { name: 'חברת אקמה' } } as never);
    expect((await person.call(auditCalls.mailLogPdf, { body: {} })).body).toEqual({ email });
    expect((await person.call(auditCalls.mailReportPdf, { body: {} })).status).toBe(202);
    await waitForMail(server, email, 2);
    expect((await mailsTo(server, email)).map(({ subject }) => subject).sort()).toEqual([
      'דוח ביקורת של הארגון חברת אקמה',
      'יומן הביקורת של הארגון חברת אקמה',
    ]);
    const outbox = join(server.dataDir, 'outbox');
    const documents = (await readdir(outbox)).filter((name) => name.endsWith('.pdf'));
    expect(documents).toHaveLength(2);
    for (const name of documents) {
      expect((await readFile(join(outbox, name))).subarray(0, 5).toString()).toBe('%PDF-');
      expect((await stat(join(outbox, name))).size).toBeGreaterThan(5000);
    }
    for (let count = 1; count < 3; count += 1) await person.call(auditCalls.mailLogPdf, { body: {} });
    expect((await person.call(auditCalls.mailLogPdf, { body: {} })).body).toMatchObject({ code: 'rate_limited' });
  });

  it('names every method that features declare, also those that nobody used yet', async () => {
    const { items } = (await person.call(auditCalls.methods, {})).body;
    expect(items).toEqual(expect.arrayContaining(['camera.create', 'core.roll-back', 'weeklySummary.sendToMe']));
    expect(new Set(items).size).toBe(items.length);
  });
});

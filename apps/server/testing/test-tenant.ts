import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import type { CallDefinition } from '@sightline/contracts/shared/call';
import { errorBody, errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';
import { sql } from 'kysely';
import pg from 'pg';
import { expect } from 'vitest';
import { makeDay } from '../src/features/events/ingest/event-days.repository.ts';
import { upsertEvents } from '../src/features/events/ingest/event-writes.repository.ts';
import { testReport, testVector } from './events/test-reports.ts';
import { joinAlert } from '../src/features/managed-alarms/managed-alarms.repository.ts';
import { insertDispatch, updateDispatch } from '../src/features/dispatch-alarms/dispatch-alarms.repository.ts';
import { collapse, noteFlood } from '../src/features/alerts/floods/alert-floods.repository.ts';
import { insertAlerts } from '../src/features/alerts/alert-writes.repository.ts';
import { insertLink } from '../src/features/alerts/links/alert-links.repository.ts';
import { insertRelease } from '../src/features/edge-releases/edge-releases.repository.ts';
import { insertRollOut } from '../src/features/edge-releases/roll-outs.repository.ts';
import { newId } from '../src/platform/ids/ids.ts';
import { makersOfThings, tenantExamples } from './tenant-examples.ts';
import type { Example, TenantThings } from './tenant-things.ts';
import type { TestPerson, TestServer } from './test-server.ts';

/** Every call of every contract, found by its file, so that none can be forgotten. */
export async function everyCall(): Promise<[string, CallDefinition][]> {
  const root = new URL('../../../packages/contracts/src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.api.ts'));
  const found = await Promise.all(
    files.map(async (path) => {
      const contract = (await import(new URL(path, root).href)) as Record<string, unknown>;
      return Object.entries(contract)
        .filter(([name]) => name.endsWith('Calls'))
        .flatMap(([name, calls]) =>
          Object.entries(calls as Record<string, CallDefinition>).map(([key, call]): [string, CallDefinition] => [
            `${name.slice(0, -5)}.${key}`,
            call,
          ]),
        );
    }),
  );
  return found.flat().sort(([a], [b]) => a.localeCompare(b));
}

/** Answers what a call answers to a token. */
export type Send = (name: string, example: Example, token?: string) => Promise<{ status: number; body: unknown }>;

export const exampleOf = (name: string, about: TenantThings): Example => tenantExamples[name]?.(about) ?? {};

/** Ids of nothing, as long as what they stand for: a plate may be no longer than a plate. */
export const absentThings = (like: TenantThings): TenantThings =>
  Object.fromEntries(
    Object.entries(like).map(([key, value]: [string, string]) => [key, newId().slice(-value.length)]),
  ) as unknown as TenantThings;

/** The answer is of the catalogue, with the status that its code has. */
export function expectCode(answer: { status: number; body: unknown }, name: string): ErrorCode {
  const body = errorBody.safeParse(answer.body);
  expect(body.success, `${name} answered ${answer.status} ${JSON.stringify(answer.body)}`).toBe(true);
  const code = body.data?.code ?? 'internal';
  expect(answer.status, name).toBe(errorCatalogue[code].status);
  expect(code, name).not.toBe('internal');
  return code;
}

/** One of everything in the organization of a person. */
export async function makeThings(server: TestServer, send: Send, owner: TestPerson): Promise<TenantThings> {
  const organizationId = owner.session.activeOrganizationId ?? '';
  const made = async (name: string, example: Example): Promise<string> => {
    const answer = await send(name, example, owner.session.accessToken);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return (answer.body as { id: string }).id;
  };
  const locationId = await made('locations.create', { body: { name: 'Site', timeZone: 'UTC' } });
  const edgeId = await made('edges.create', { body: { name: 'Core', locationId } });
  const streams = [{ kind: 'main', url: 'rtsp://10.0.0.9/1' }];
  const cameraId = await made('cameras.create', { body: { name: 'Camera', edgeId, locationId, streams } });
  const ofFeatures = await makeOfFeatures(made, { organizationId, locationId, edgeId, cameraId });
  const authProviderId = await made('authProviders.create', exampleOf('authProviders.create', {} as TenantThings));
  const groupId = await made('permissionGroups.create', { body: { name: 'Group' } });
  const people = await makePeople(server, send, { owner, organizationId, groupId });
  const exportId = await insertExport(server, { organizationId, cameraId, edgeId, createdBy: owner.userId });
  const eventId = await insertEvent(server, organizationId, cameraId);
  const alerts = await insertTestAlerts(server, { organizationId, locationId, edgeId, cameraId });
  const releaseId = await insertTestRelease(server, organizationId);
  const rollOutId = await insertTestRollOut(server, { organizationId, releaseId, edgeId });
  const more = { groupId, ...people, releaseId, rollOutId };
  const importId = await made(
    'cameraImports.create',
    exampleOf('cameraImports.create', { edgeId, locationId } as TenantThings),
  );
  const { body: key } = await send(
    'apiKeys.create',
    exampleOf('apiKeys.create', {} as TenantThings),
    owner.session.accessToken,
  );
  const apiKeyId = (key as { apiKey: { id: string } }).apiKey.id;
  const moment = { leaseId: newId(), talkId: newId(), pageId: newId(), scanId: newId() };
  return {
    organizationId,
    locationId,
    edgeId,
    cameraId,
    exportId,
    authProviderId,
    eventId,
    ...alerts,
    ...more,
    importId,
    apiKeyId,
    ...(await accountThings(server, owner)),
    ...moment,
    ...ofFeatures,
  } as TenantThings;
}

/** What features make by themselves, in `tenant-examples/`. */
async function makeOfFeatures(
  made: (name: string, example: Example) => Promise<string>,
  things: Pick<TenantThings, 'organizationId' | 'locationId' | 'edgeId' | 'cameraId'>,
): Promise<Partial<TenantThings>> {
  const all: Partial<TenantThings> = {};
  for (const make of makersOfThings)
    Object.assign(all, await make((name, about) => made(name, exampleOf(name, about as TenantThings)), things));
  return all;
}

/** Who else has to do with the organization: a member, somebody invited, an organization that helps. */
async function makePeople(
  server: TestServer,
  send: Send,
  { owner, organizationId, groupId }: { owner: TestPerson; organizationId: string; groupId: string },
): Promise<Pick<TenantThings, 'userId' | 'inviteId' | 'helperId'>> {
  const { userId } = await server.person({ organizationId, permissions: [] });
  const email = `invited-${newId()}@example.com`;
  const { body } = await send('users.invite', { body: { emails: [email] } }, owner.session.accessToken);
  const inviteId = (body as { invites: { id: string }[] }).invites[0]?.id ?? '';
  const helperId = (await server.person()).session.activeOrganizationId ?? '';
  await letHelp(server, { organizationId, helperId, groupId });
  return { userId, inviteId, helperId };
}

/** What belongs to the account of a person. */
async function accountThings(
  server: TestServer,
  { userId }: TestPerson,
): Promise<Pick<TenantThings, 'sessionId' | 'identityId' | 'mfaMethodId'>> {
  const { sessions, database } = server.platform;
  const by = { userId, authProviderId: null, providerOrganizationId: null };
  const { session } = await sessions.open(by, { address: '127.0.0.3', userAgent: null });
  const claims = JSON.parse(Buffer.from(session.accessToken.split('.')[1] ?? '', 'base64url').toString()) as {
    sid: string;
  };
  const { rows } = await sql<{ id: string }>`select id from auth."account" where "userId" = ${userId} limit 1`.execute(
    database.global,
  );
  const password = 'a long password';
  const { body } = await server.call(mfaCalls.create, { body: { name: 'Phone', password } }, session.accessToken);
  return { sessionId: claims.sid, identityId: rows[0]?.id ?? '', mfaMethodId: body.method.id };
}

/** Lets another organization help for a day, with a group. */
export async function letHelp(
  server: TestServer,
  help: { organizationId: string; helperId: string; groupId: string },
): Promise<void> {
  const { organizationId, helperId: helperOrganizationId, groupId } = help;
  await server.platform.database.withOrganization(organizationId, async (trx) => {
    const accessUntil = new Date(Date.now() + 86_400_000);
    await trx
      .insertInto('supportAccess')
      .values({ organizationId, helperOrganizationId, accessUntil, acceptedBy: 'test' })
      .execute();
    await trx.insertInto('groupOrganizations').values({ organizationId, groupId, helperOrganizationId }).execute();
  });
}

async function insertExport(
  server: TestServer,
  values: { organizationId: string; cameraId: string; edgeId: string; createdBy: string },
): Promise<string> {
  const id = newId();
  const span = { fromAt: new Date(0), toAt: new Date(1000) };
  await server.platform.database.withOrganization(values.organizationId, (trx) =>
    trx
      .insertInto('exports')
      .values({ ...values, ...span, id, stream: 'main', state: 'failed' })
      .execute(),
  );
  return id;
}

async function insertTestRelease(server: TestServer, organizationId: string): Promise<string> {
  const id = newId();
  const facts = {
    version: '0.2.0',
    platform: 'linux',
    arch: 'x64',
    minServerVersion: '0.1.0',
    dataFormat: { from: 1, to: 9 },
  };
  const row = {
    id,
    version: '0.2.0',
    platform: 'linux',
    arch: 'x64',
    bytes: 1,
    sha256: id,
    signedBy: 'A'.repeat(43),
    blobKey: `o/${organizationId}/core-releases/${id}`,
  };
  await server.platform.database.withOrganization(organizationId, (trx) =>
    insertRelease(trx, organizationId, { ...row, facts: facts as never, uploadedBy: null, uploadedAt: new Date(0) }),
  );
  return id;
}

/** One that has ended: the job of the server leaves it as it is. */
async function insertTestRollOut(
  server: TestServer,
  about: { organizationId: string; releaseId: string; edgeId: string },
): Promise<string> {
  const { organizationId, releaseId, edgeId } = about;
  const [id, at] = [newId(), new Date(0)];
  const settings = { settleMinutes: 30, atOnce: 5, fromMinute: null, toMinute: null, firstEdgeId: null };
  const facts = {
    version: '0.2.0',
    platform: 'linux',
    arch: 'x64',
    state: 'done' as const,
    requestedBy: null,
    requestedAt: at,
    changedAt: at,
  };
  await server.platform.database.withOrganization(organizationId, (trx) =>
    insertRollOut(trx, { organizationId, id, releaseId, ...settings, ...facts }, [edgeId]),
  );
  return id;
}

async function insertEvent(server: TestServer, organizationId: string, cameraId: string): Promise<string> {
  const report = testReport({ cameraId, vectors: [testVector('appearance')] });
  await makeDay(server.platform.database, new Date(report.startedAtUtcMs).toISOString().slice(0, 10));
  await server.platform.database.withOrganization(organizationId, (trx) =>
    upsertEvents(trx, organizationId, { reports: [report], receivedAt: new Date() }),
  );
  return report.eventId;
}

/** One that was canceled before anybody heard of it: no monitoring service is asked. */
async function insertTestDispatch(server: TestServer, organizationId: string, locationId: string): Promise<string> {
  const at = new Date();
  const alarm = { locationId, uniformId: null, services: ['police'], cameraId: null, alertId: null, by: null };
  return server.platform.database.withOrganization(organizationId, async (trx) => {
    const id = await insertDispatch(trx, organizationId, { ...alarm, request: {}, at, givesUpAt: at });
    await updateDispatch(
      trx,
      { organizationId, id },
      { status: 0, canceledAt: at, delivery: 'withdrawn', nextTryAt: null },
    );
    return id;
  });
}

/** One of a rule that is no more, in a managed alarm of an armed alarm that is no more. */
async function insertTestAlerts(
  server: TestServer,
  {
    organizationId,
    locationId,
    edgeId,
    cameraId,
  }: Record<'organizationId' | 'locationId' | 'edgeId' | 'cameraId', string>,
): Promise<Pick<TenantThings, 'alertId' | 'alertLinkId' | 'floodId' | 'managedAlarmId' | 'dispatchAlarmId'>> {
  const [alertId, floodingId, alertLinkId, at] = [newId(), newId(), newId(), new Date()];
  const dispatchAlarmId = await insertTestDispatch(server, organizationId, locationId);
  const times = { openedAt: at, at, receivedAt: at, isLate: false };
  const said = { sequence: 1, phase: 'opened' as const, closeReason: null, why: [], eventIds: [], count: 1 };
  const rule = { name: 'Fence', kind: 'trespassing', severity: 'warning' as const, preS: 5, postS: 10 };
  const change = { id: alertId, ruleId: newId(), cameraId, edgeId, ...times, ...said };
  return server.platform.database.withOrganization(organizationId, async (trx) => {
    await insertAlerts(trx, organizationId, [
      { change, rule },
      { change: { ...change, id: floodingId }, rule },
    ]);
    const wave = { ruleId: null, placeId: cameraId, firstAt: at, lastAt: at };
    const { id: floodId } = await noteFlood(trx, organizationId, wave);
    await collapse(trx, organizationId, { floodId, ids: [floodingId] });
    const by = { createdBy: 'nobody', createdByName: 'Nobody', createdAt: at };
    const range = { fromAt: at, toAt: at, expiresAt: new Date(at.getTime() + 3_600_000) };
    await insertLink(trx, organizationId, { id: alertLinkId, alertId, cameraId, ...by, ...range });
    const alarm = { id: newId(), name: 'Night' };
    const managedAlarmId = await joinAlert(trx, { organizationId, alertId, alarm, locationId, at });
    return { alertId, alertLinkId, floodId, managedAlarmId, dispatchAlarmId };
  });
}

/** What the server itself writes meanwhile, whoever calls: seals of the audit, watches over what is offline, what is due. */
const writtenByJobs = [
  'audit_seals',
  'audit_heads',
  'audit_unsealed',
  'offline_watches',
  'offline_periods',
  'push_notices',
  'push_messages',
  'weekly_due',
  'statuses',
  'status_changes',
];

/**
 * Everything that is stored of an organization, table by table, as hashes. Asked as the owner of the database, whom no
 * fence hides anything from.
 */
export async function fingerprint(connectionString: string, organizationId: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; key: string }>(
      `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name, column_name as key from information_schema.columns
       where table_schema in ('public', 'auth') and (column_name = 'organization_id' or (table_name = 'organizations' and column_name = 'id')) and table_name <> all ($1)`,
      [writtenByJobs],
    );
    const found: Record<string, string> = {};
    for (const { name, key } of rows) {
      const texts = await client.query<{ text: string }>(
        `select t::text as text from ${name} t where ${key} = $1 order by 1`,
        [organizationId],
      );
      found[name] = createHash('sha256')
        .update(texts.rows.map((row) => row.text).join('\n'))
        .digest('hex');
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Takes everybody out of a group in the database itself, whatever the calls would say. */
export async function emptyGroup(server: TestServer, organizationId: string, groupId: string): Promise<void> {
  await server.platform.database.withOrganization(organizationId, async (trx) => {
    await sql`delete from group_users where organization_id = ${organizationId} and group_id = ${groupId}`.execute(trx);
  });
}

/** How many things of an organization wait to be looked at now, or again after that failed. */
export async function dueWork(server: TestServer, organizationId: string): Promise<number> {
  const { rows } = await sql`select id from jobs.job
    where name = 'status' and state <= 'active' and group_id = ${organizationId} and (start_after <= now() or state = 'retry')`.execute(
    server.platform.database.global,
  );
  return rows.length;
}

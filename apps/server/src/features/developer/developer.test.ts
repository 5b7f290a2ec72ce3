import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateJobs } from '../edge-releases/update-work.repository.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import { newId } from '../../platform/ids/ids.ts';
import { makeTestEdge } from '../../../testing/link/test-edge.ts';
import { filterLines, readLine } from './logged-lines.ts';

let server: TestServer;
let staff: TestPerson;
let owner: TestPerson;

beforeAll(async () => {
  server = await startTestServer({
    env: { SIGHTLINE_ICE_SERVERS: '[{"urls":"turn:turn.example:3478","username":"u","credential":"turn-s3cret"}]' },
  });
  staff = await server.person();
  owner = await server.person();
  await server.platform.database.global.updateTable('people').set({ isDeveloper: false, staffRoles: [] }).execute();
  await server.platform.database.global
    .updateTable('people')
    .set({ isDeveloper: true })
    .where('userId', '=', staff.userId)
    .execute();
});
afterAll(() => server.stop());

describe('pages of the staff', () => {
  it('SHELL-031 SET-014 are refused to anybody else, also not for an administrator of an organization', async () => {
    for (const call of [
      developerCalls.environment,
      developerCalls.heartbeats,
      developerCalls.analytics,
      developerCalls.statusChanges,
    ]) {
      expect((await owner.call(call, {})).body).toMatchObject({ code: 'forbidden' });
    }
    expect((await owner.call(developerCalls.logs, { query: {} })).body).toMatchObject({ code: 'forbidden' });
    expect((await server.call(developerCalls.environment, {})).status).toBe(401);
  });

  it('SHELL-030 ROUTE-054 exist for the role DEVELOPER, also without a mark of its own, and not for SALES', async () => {
    const beginner = await server.person();
    const give = (role: 'DEVELOPER' | 'SALES') =>
      server.platform.database.global
        .updateTable('people')
        .set({ isDeveloper: false, staffRoles: [role] })
        .where('userId', '=', beginner.userId)
        .execute();
    await give('SALES');
    expect((await beginner.call(developerCalls.environment, {})).status).toBe(403);
    await give('DEVELOPER');
    expect((await beginner.call(developerCalls.logs, { query: {} })).status).toBe(200);
  });

  it('SHELL-030 exist for every member where the installation is one for development', async () => {
    const development = await startTestServer({ env: { SIGHTLINE_ENVIRONMENT: 'development' } });
    const member = await development.person();
    await development.platform.database.global
      .updateTable('people')
      .set({ isDeveloper: false, staffRoles: [] })
      .execute();
    expect((await member.call(developerCalls.environment, {})).status).toBe(200);
    const lonely = await development.person({ organizationId: null });
    expect((await lonely.call(developerCalls.environment, {})).status).toBe(403);
    await development.stop();
  });

  it('SHELL-021 tell versions, settings and how the process is doing, and no secret', async () => {
    const { status, body } = await staff.call(developerCalls.environment, {});
    expect(status).toBe(200);
    const groups = new Set(body.facts.map(({ group }) => group));
    expect([...groups].sort()).toEqual(['database', 'jobs', 'process', 'settings']);
    expect(body.facts.find(({ name }) => name === 'iceServers')?.value).toBe('turn:turn.example:3478');
    expect(JSON.stringify(body)).not.toContain('turn-s3cret');
    expect(JSON.stringify(body)).not.toContain(server.connectionString);
  });

  it('tell how many jobs of each queue failed for good', async () => {
    const { jobs, database } = server.platform;
    await jobs.add(database.global, updateJobs, { data: { organizationId: 'none' } });
    await expect
      .poll(async () => {
        const { body } = await staff.call(developerCalls.environment, {});
        return body.facts.find(({ group, name }) => group === 'jobs' && name === updateJobs.name)?.value;
      })
      .toMatch(/^\d+ waiting, 0 to be tried again, 1 failed /);
  });

  it('SHELL-022 list cores of all organizations, the longest silent first', async () => {
    const silent = await makeTestEdge(server, owner);
    const other = await makeTestEdge(server, staff);
    await other.connect();
    const { body } = await staff.call(developerCalls.heartbeats, {});
    expect(body.items.map(({ edgeId }) => edgeId)).toEqual([silent.edgeId, other.edgeId]);
    expect(body.items.at(-1)).toMatchObject({ state: 'online', organizationId: staff.session.activeOrganizationId });
    expect(body.items.at(-1)?.lastSeenAt).toBeGreaterThan(0);
  });

  it('SHELL-023 count events of the last day', async () => {
    expect((await staff.call(developerCalls.analytics, {})).body.items).toEqual([]);
  });

  it('SHELL-024 list what began to be shown in all organizations, newest first, with its name as long as there is one', async () => {
    const edge = await makeTestEdge(server, owner);
    const organizationId = owner.session.activeOrganizationId ?? '';
    const gone = newId();
    const agoMs = (ms: number) => new Date(Date.now() - ms);
    await server.platform.database.withOrganization(organizationId, async (trx) => {
      const change = {
        organizationId,
        fromState: 'online',
        toState: 'offline',
        part: null,
        cause: 'core_offline',
        isFlapping: false,
      } as const;
      await trx.insertInto('statuses').values({ organizationId, entityId: gone, kind: 'camera' }).execute();
      await trx
        .insertInto('statusChanges')
        .values([
          { ...change, id: newId(), entityId: edge.edgeId, at: agoMs(1_000) },
          { ...change, id: newId(), entityId: gone, at: agoMs(2_000), toState: 'unhealthy' },
          { ...change, id: newId(), entityId: edge.edgeId, at: agoMs(8 * 86_400_000) },
        ])
        .execute();
    });
    const { status, body } = await staff.call(developerCalls.statusChanges, {});
    expect(status).toBe(200);
    const ours = body.items.filter(
      (item) => item.organizationId === organizationId && item.cause === 'core_offline' && item.from === 'online',
    );
    expect(ours.map(({ entityId, kind, to, name }) => ({ entityId, kind, to, hasName: name !== null }))).toEqual([
      { entityId: edge.edgeId, kind: 'edge', to: 'offline', hasName: true },
      { entityId: gone, kind: 'camera', to: 'unhealthy', hasName: false },
    ]);
  });

  it('SHELL-027 ROUTE-046 show what this process logged, by level and text, newest first', async () => {
    server.platform.log.warn({ password: 's3cret-ring', edge: 'e1' }, 'something odd happened');
    server.platform.log.info('and then it was well');
    const odd = await staff.call(developerCalls.logs, { query: { search: 'ODD happened', level: 'warn' } });
    expect(odd.body.items[0]).toMatchObject({
      level: 'warn',
      message: 'something odd happened',
      fields: { edge: 'e1', password: '***' },
    });
    const all = await staff.call(developerCalls.logs, { query: { level: 'info', limit: 1000 } });
    const messages = all.body.items.map(({ message }) => message);
    expect(messages.indexOf('and then it was well')).toBeLessThan(messages.indexOf('something odd happened'));
    expect(JSON.stringify(all.body)).not.toContain('s3cret-ring');
  });

  it('are written down: who looked at what', async () => {
    const organizationId = staff.session.activeOrganizationId ?? '';
    const rows = await server.platform.database.withOrganization(organizationId, (trx) =>
      trx
        .selectFrom('auditEntries')
        .select(['userId', 'data'])
        .where('organizationId', '=', organizationId)
        .where('action', '=', 'developer.read')
        .execute(),
    );
    expect(rows.map(({ data }) => (data as { page: string }).page)).toEqual(
      expect.arrayContaining(['environment', 'heartbeats', 'analytics', 'statusChanges', 'logs']),
    );
    expect(new Set(rows.map(({ userId }) => userId))).toEqual(new Set([staff.userId]));
  });
});

describe('a line of the log', () => {
  it('is left out when it is none of ours', () => {
    expect(readLine('')).toBeNull();
    expect(readLine('{"level":')).toBeNull();
    expect(readLine('7')).toBeNull();
    expect(
      filterLines(['no json', '{"level":"fatal","msg":"x","time":5}'], { level: 'error', search: '', limit: 10 }),
    ).toEqual([{ at: 5, level: 'error', message: 'x', fields: {} }]);
  });
});

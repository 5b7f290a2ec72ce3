import { emptyScope } from '@sightline/domain/permissions/grant';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAlertingCore, type AlertingCore } from '../../../testing/alerts/test-alerts.ts';
import { startTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts';
import type { Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { listLogs, listQueue, countWaiting, type AlertFilter, type AlertPlace } from './alert-lists.repository.ts';

const rows = 120_000;
const lastMs = Date.UTC(2026, 9, 1);
const stepMs = 60_000;
const inRange = 25_000;

let server: TestServer;
let owner: TestPerson;
let core: AlertingCore;
const ruleId = newId();

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.person();
  core = await makeAlertingCore(server, owner);
  await server.platform.database.withOrganization(organizationId(), (trx) =>
    sql`insert into alerts (organization_id, id, number, rule_id, rule_name, kind, severity, pre_s, post_s, camera_id, edge_id, sequence, phase,
        opened_at, updated_at, received_at, is_late, why, event_ids, count, handling, outcome)
      select ${organizationId()}::uuid, gen_random_uuid(), i, case when i % 40 = 0 then ${ruleId}::uuid else gen_random_uuid() end, 'Rule',
        case when i % 50 = 0 then 'loitering' else 'appearing' end, (i % 3)::smallint, 5, 10, ${core.cameraId}::uuid, ${core.edge.edgeId}::uuid,
        1, 0, at, at, at, false, '[]', '{}', 1, (case when i % 500 = 0 then 0 else 2 end)::smallint, (case when i % 500 = 0 then null else i % 2 end)::smallint
      from (select i, to_timestamp((${lastMs - rows * stepMs}::float8 + i * ${stepMs}::float8) / 1000) as at from generate_series(1, ${rows}) as i) as timed`.execute(
      trx,
    ),
  );
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query('vacuum (analyze) alerts');
  await client.end();
});
afterAll(() => server.stop());

const organizationId = (): string => owner.session.activeOrganizationId ?? '';

interface Read {
  wholeTable: number;
  byIndex: number;
}

/** What this connection has read of the table of alerts; it counts on from one transaction to the next. */
async function soFar(trx: Work): Promise<Read> {
  const { rows: found } = await sql<Read>`select seq_scan::int as whole_table, idx_tup_fetch::int as by_index
    from pg_stat_xact_user_tables where relname = 'alerts'`.execute(trx);
  return found[0] ?? { wholeTable: 0, byIndex: 0 };
}

/** What a list reads of the table of alerts. */
async function readBy(list: (trx: Work, place: AlertPlace) => Promise<unknown>): Promise<Read> {
  return server.platform.database.withOrganization(organizationId(), async (trx) => {
    const place = {
      organizationId: organizationId(),
      scope: { ...emptyScope, whole: true },
      told: sql<boolean>`true`,
    };
    const before = await soFar(trx);
    await list(trx, place);
    const after = await soFar(trx);
    return { wholeTable: after.wholeTable - before.wholeTable, byIndex: after.byIndex - before.byIndex };
  });
}

describe('pages of many alerts', () => {
  const range = { fromUtcMs: lastMs - inRange * stepMs, toUtcMs: lastMs + stepMs };
  const filters: [string, AlertFilter][] = [
    ['all', {}],
    ['of a kind', { kind: 'loitering' }],
    ['of a rule', { ruleId }],
    ['of a severity', { severity: ['critical'] }],
    ['that were false', { outcome: 'falseAlarm' }],
    ['that wait', { handling: ['new'], severity: ['critical'] }],
    ['of another kind', { kind: 'fire' }],
  ];
  it.each(filters)(
    'of the log are found and counted without reading the whole table (ALERT-037): %s',
    async (_, filter) => {
      const read = await readBy((trx, place) => listLogs(trx, place, { filter, ...range, limit: 20, offset: 0 }));
      expect(read.wholeTable).toBe(0);
      expect(read.byIndex).toBeLessThanOrEqual(inRange + 200);
    },
  );

  it('of the queue are found and counted without reading what is done', async () => {
    const filter: AlertFilter = { handling: ['new', 'taken'] };
    const read = await readBy(async (trx, place) => {
      await listQueue(trx, place, { filter, limit: 50, after: null });
      await countWaiting(trx, place);
    });
    expect(read.wholeTable).toBe(0);
    expect(read.byIndex).toBeLessThanOrEqual(6 * (rows / 500) + 200);
  });
});

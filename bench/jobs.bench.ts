import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../apps/server/src/platform/clock/clock.ts';
import { createPool, openDatabase, type Database } from '../apps/server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { newId } from '../apps/server/src/platform/ids/ids.ts';
import { jobQueue } from '../apps/server/src/platform/jobs/job-queue.ts';
import type { OpenJobs } from '../apps/server/src/platform/jobs/jobs.ts';
import { openJobs } from '../apps/server/src/platform/jobs/open-jobs.ts';
import { createLog } from '../apps/server/src/platform/log/log.ts';
import { percentile, printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';

/** Queues of work by pg-boss beside a table of our own with `skip locked`, as mails had one: on one database, in one run. */
const amount = 10_000;
const atOnce = 8;
const singles = 200;
const idleMs = 20_000;
const organizationId = newId();
const data = { safeParse: (value: unknown) => ({ success: true as const, data: value as { n: number } }) };
const retries = { limit: 2, fromSeconds: 1, toSeconds: 60 };
const queueOf = (name: string) => jobQueue({ name, data, retries, isUrgent: true });

type Owner = ReturnType<typeof createPool>;

interface Rig {
  connectionString: string;
  database: Database;
  jobs: OpenJobs;
  owner: Owner;
}

/** A queue as the bench drives it: `add` in a transaction, and workers that call `begun` with each job. */
interface Measured {
  add(ns: readonly number[]): Promise<void>;
  work(begun: (n: number) => void): Promise<{ stop(): Promise<void> }>;
}

const onError = (error: Error): void => console.error(error.message);
const ms = (value: number): string => `${value.toFixed(1)} ms`;
const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
};

function byBoss({ database, jobs }: Rig, name: string, isTogether: boolean): Measured {
  const queue = queueOf(name);
  return {
    add: (ns) =>
      database.withOrganization(organizationId, (trx) =>
        jobs.addAll(
          trx,
          queue,
          ns.map((n) => ({ data: { n } })),
        ),
      ),
    work: (begun) =>
      isTogether
        ? jobs.workTogether(queue, { upTo: 500 }, async (taken) => {
            for (const job of taken) begun(job.data.n);
            return new Map();
          })
        : jobs.work(queue, { atOnce }, async (job) => begun(job.data.n)),
  };
}

const take = `update bench_jobs set attempts = attempts + 1, due_at = now() + interval '90 seconds'
  where id = (select id from bench_jobs where done_at is null and due_at <= now() order by due_at limit 1 for update skip locked) returning id, n`;

/** What mails had: looked at once a second, woken 50 ms after something was added in the same process. */
async function byTable({ owner, connectionString }: Rig): Promise<Measured & { close(): Promise<void> }> {
  await owner.query(`create table bench_jobs (id bigint generated always as identity primary key, n int not null, due_at timestamptz not null default now(),
    attempts int not null default 0, done_at timestamptz); create index on bench_jobs (due_at) where done_at is null;
    grant select, insert, update on bench_jobs to sightline_app`);
  const pool = createPool(connectionString, { max: atOnce, onError });
  let wake = (): void => undefined;
  const drain = async (begun: (n: number) => void): Promise<void> => {
    for (;;) {
      const [row] = (await pool.query<{ id: string; n: number }>(take)).rows;
      if (!row) return;
      begun(row.n);
      await pool.query('update bench_jobs set done_at = now() where id = $1', [row.id]);
    }
  };
  return {
    add: async (ns) => {
      await pool.query('insert into bench_jobs (n) select unnest($1::int[])', [ns]);
      setTimeout(() => wake(), 50);
    },
    work: async (begun) => {
      let isStopped = false;
      const loop = async (): Promise<void> => {
        while (!isStopped) {
          await Promise.all(Array.from({ length: atOnce }, () => drain(begun)));
          await Promise.race([wait(1_000), new Promise<void>((resolve) => (wake = resolve))]);
        }
      };
      const running = loop();
      return {
        stop: async () => {
          isStopped = true;
          wake();
          await running;
        },
      };
    },
    close: () => pool.end(),
  };
}

async function measure(rig: Rig, name: string, queue: Measured): Promise<string[]> {
  const begun = new Map<number, number>();
  const worker = await queue.work((n) => void begun.set(n, performance.now()));
  const [adds, starts]: [number[], number[]] = [[], []];
  for (let n = 0; n < singles; n += 1) {
    const startedMs = performance.now();
    await queue.add([n]);
    adds.push(performance.now() - startedMs);
    while (!begun.has(n)) await wait(1);
    starts.push((begun.get(n) ?? 0) - startedMs);
    await wait(Math.random() * 40);
  }
  const idle = await measureIdle(rig);
  await worker.stop();
  begun.clear();
  const all = Array.from({ length: amount }, (_, n) => n);
  const addedMs = await elapsed(async () => {
    for (let from = 0; from < amount; from += 1_000) await queue.add(all.slice(from, from + 1_000));
  });
  let drainedMs = 0;
  const draining = elapsed(async () => {
    while (begun.size < amount) await wait(5);
  });
  const again = await queue.work((n) => void begun.set(n, performance.now()));
  drainedMs = await draining;
  await again.stop();
  return [
    name,
    ms(percentile(adds, 0.5)),
    `${ms(percentile(starts, 0.5))} / ${ms(percentile(starts, 0.95))}`,
    `${String(Math.round((amount / addedMs) * 1_000))} /s`,
    `${String(Math.round((amount / drainedMs) * 1_000))} /s`,
    idle,
  ];
}

/** Transactions of the database and time of this process in a second in which nothing is to be done. */
async function measureIdle({ owner }: Rig): Promise<string> {
  const count = async (): Promise<number> => {
    await owner.query('select pg_stat_force_next_flush()');
    const sum = 'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()';
    return Number((await owner.query<{ n: string }>(sum)).rows[0]?.n);
  };
  await wait(1_500);
  const [before, used] = [await count(), process.cpuUsage()];
  await wait(idleMs);
  const { user, system } = process.cpuUsage(used);
  const perSecond = ((await count()) - before) / (idleMs / 1_000);
  return `${perSecond.toFixed(1)} /s, ${ms((user + system) / idleMs)}`;
}

async function main(rig: Rig): Promise<void> {
  const table = await byTable(rig);
  const rows = [
    await measure(rig, 'a table of our own, 8 at once', table),
    await measure(rig, 'pg-boss, 8 at once', byBoss(rig, 'bench-singles', false)),
    await measure(rig, 'pg-boss, up to 500 together', byBoss(rig, 'bench-together', true)),
  ];
  await table.close();
  const connections = await rig.owner.query(
    `select 1 from pg_stat_activity where application_name = 'sightline jobs' and datname = current_database()`,
  );
  printTable(
    ['queue', 'added in a transaction, p50', 'added → begun, p50 / p95', 'added, by 1,000', 'done', 'idle'],
    rows,
  );
  console.log(`connections of pg-boss: ${String(connections.rowCount)}`);
  const log = createLog('warn');
  const starts: number[] = [];
  for (let count = 0; count < 5; count += 1)
    starts.push(
      await elapsed(async () => {
        const jobs = await openJobs({ connectionString: rig.connectionString, clock: systemClock, log });
        for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
          await jobs.work(queueOf(`bench-${name}`), {}, async () => {});
        await jobs.stop();
      }),
    );
  console.log(`opened with six queues, and stopped: ${ms(percentile(starts, 0.5))} (p50 of 5)`);
}

const folder = await mkdtemp(join(tmpdir(), 'jobs-bench-'));
await chmod(folder, 0o711);
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: () => undefined });
try {
  const { connectionString } = postgres;
  await migrate(connectionString);
  // One connection, which keeps its role.
  const owner = createPool(connectionString, { max: 1, onError });
  await owner.query('set role none');
  const database = openDatabase(connectionString, onError);
  const jobs = await openJobs({ connectionString, clock: systemClock, log: createLog('warn') });
  try {
    await main({ connectionString, database, jobs, owner });
  } finally {
    await jobs.stop();
    await database.close();
    await owner.end();
  }
  printLoad();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock, type Clock } from '../clock/clock.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { createLog } from '../log/log.ts';
import { jobQueue, type JobEnd } from './job-queue.ts';
import type { OpenJobs } from './jobs.ts';
import { openJobs } from './open-jobs.ts';

const hourMs = 3_600_000;
const data = z.object({ n: z.number() });
const retries = { limit: 2, fromSeconds: 1, toSeconds: 1 };
const queue = jobQueue({ name: 'tests', data, retries, isUrgent: true, keepsDead: true });
const keyed = jobQueue({ name: 'tests-by-key', data, retries, isUrgent: true, isOneByOnePerKey: true });
const gate = (): { promise: Promise<void>; open: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
};

describe('jobs', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  let owner: pg.Client;
  let opened: OpenJobs[];
  let logged: string;
  let jobs: OpenJobs;

  const open = async (clock: Clock = systemClock, stopMs?: number): Promise<OpenJobs> => {
    const log = createLog('warn', { write: (line: string) => void (logged += line) });
    const one = await openJobs({
      connectionString: testDatabase.connectionString,
      clock,
      log,
      ...(stopMs && { stopMs }),
    });
    opened.push(one);
    return one;
  };
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await owner.query<{ state: string }>('select state from jobs.job where id = $1', [id])).rows[0]?.state;

  beforeEach(async () => {
    opened = [];
    logged = '';
    testDatabase = await acquireTestDatabase();
    database = openDatabase(testDatabase.connectionString, () => undefined);
    owner = new pg.Client({ connectionString: testDatabase.connectionString });
    await owner.connect();
    jobs = await open();
  });
  afterEach(async () => {
    for (const one of opened) await one.stop();
    await owner.end();
    await database.close();
    await testDatabase.drop();
  });

  it('stand on the tables that their library expects; otherwise a migration with its changes is missing', async () => {
    const boss = new PgBoss({ connectionString: testDatabase.connectionString, schema: 'jobs', migrate: false });
    await boss.start();
    try {
      const { isDrifted: _, ...report } = { isDrifted: false, ...(await boss.detectSchemaDrift()) };
      expect(Object.entries(report).filter(([, found]) => Array.isArray(found) && found.length > 0)).toEqual([]);
    } finally {
      await boss.stop();
    }
  });

  it('are not there when their transaction fails', async () => {
    const done: number[] = [];
    await jobs.work(queue, {}, async (job) => void done.push(job.data.n));
    const failing = database.global.transaction().execute(async (trx) => {
      await jobs.add(trx, queue, { data: { n: 1 } });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await jobs.add(database.global, queue, { data: { n: 2 } });
    await expect.poll(() => done).toEqual([2]);
  });

  it('are done again when the process is killed that had them in hand', async () => {
    let aheadMs = 0;
    const other = await open(() => Date.now() + aheadMs);
    const script = new URL('../../../testing/platform/jobs/stuck-worker.ts', import.meta.url).pathname;
    const killed = spawn(process.execPath, [script, testDatabase.connectionString], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await expect
        .poll(async () => (await owner.query(`select 1 from jobs.queue where name = 'tests'`)).rowCount)
        .toBe(1);
      await jobs.add(database.global, queue, { data: { n: 7 } });
      await once(killed.stdout, 'data');
    } finally {
      killed.kill('SIGKILL');
      await once(killed, 'exit');
    }
    const done: [number, number][] = [];
    await other.work(queue, { everySeconds: 0.5 }, async ({ data: { n }, attempt }) => void done.push([n, attempt]));
    aheadMs = 60_000;
    await expect.poll(() => done, { timeout: 45_000 }).toEqual([[7, 2]]);
  });

  it('are done once when two processes work on their queue', async () => {
    const other = await open();
    const done: number[] = [];
    const wanted = Array.from({ length: 200 }, (_, n) => n);
    for (const one of [jobs, other]) await one.work(queue, { atOnce: 4 }, async (job) => void done.push(job.data.n));
    await jobs.addAll(
      database.global,
      queue,
      wanted.map((n) => ({ data: { n } })),
    );
    await expect.poll(() => done.length).toBeGreaterThanOrEqual(200);
    await expect
      .poll(async () => (await owner.query(`select 1 from jobs.job where state <> 'completed'`)).rowCount)
      .toBe(0);
    expect(done.toSorted((a, b) => a - b)).toEqual(wanted);
  });

  it('do not run when they were cancelled', async () => {
    const [waiting, running] = [newId(), newId()];
    const begun: string[] = [];
    await jobs.work(queue, {}, async ({ id }) => void begun.push(id));
    await jobs.add(database.global, queue, { data: { n: 1 }, id: waiting, startAtMs: Date.now() + 1_000 });
    await jobs.cancel(database.global, queue, [waiting]);
    await jobs.add(database.global, queue, { data: { n: 2 }, id: running, startAtMs: Date.now() + 1_500 });
    await expect.poll(() => begun).toEqual([running]);
    expect(await stateOf(waiting)).toBe('cancelled');
  });

  it('go with their organization', async () => {
    const [organizationId, id, other] = [newId(), newId(), newId()];
    await owner.query(`insert into organizations (id, name, color) values ($1, 'Gone', '#123456')`, [organizationId]);
    const begun: string[] = [];
    const worker = await jobs.work(queue, {}, async (job) => void begun.push(job.id));
    const startAtMs = Date.now() + 1_000;
    await jobs.add(database.global, queue, { data: { n: 1 }, id, organizationId, startAtMs });
    await jobs.add(database.global, queue, { data: { n: 2 }, id: other, organizationId: newId(), startAtMs });
    await owner.query('delete from organizations where id = $1', [organizationId]);
    await expect.poll(() => begun).toEqual([other]);
    await worker.stop();
    expect(await stateOf(id)).toBeUndefined();
  });

  it('let others pass when they fail again and again, or carry what they should not, and are kept as dead letters', async () => {
    const done: number[] = [];
    const poison = newId();
    await jobs.work(queue, { everySeconds: 0.5 }, async ({ data: { n } }) => {
      if (n === 1) throw new Error('poison');
      done.push(n);
    });
    await jobs.add(database.global, queue, { data: { n: 1 }, id: poison });
    await jobs.add(database.global, queue, { data: { n: 'text' } as never });
    await jobs.add(database.global, queue, { data: { n: 2 } });
    await expect.poll(() => done).toEqual([2]);
    await expect.poll(() => stateOf(poison)).toBe('failed');
    expect(logged.match(/poison/g)?.length).toBeGreaterThanOrEqual(3);
    // Once each: the one that was tried to the end, and the one that could not be read.
    expect(logged.match(/"code":"job_failed"/g)).toHaveLength(2);
    await expect
      .poll(async () => (await owner.query(`select data from jobs.job where name = 'tests.dead' order by data`)).rows)
      .toEqual([{ data: { n: 'text' } }, { data: { n: 1 } }]);
  });

  it('can be sent again once they are dead letters', async () => {
    const done: number[] = [];
    let isBroken = true;
    await jobs.work(queue, {}, async ({ data: { n } }): Promise<JobEnd | void> => {
      if (isBroken) return { kind: 'dead', reason: 'refused' };
      done.push(n);
    });
    await jobs.add(database.global, queue, { data: { n: 1 } });
    await expect
      .poll(async () => (await owner.query(`select 1 from jobs.job where name = 'tests.dead'`)).rowCount)
      .toBe(1);
    isBroken = false;
    expect(await jobs.sendAgain(queue)).toBe(1);
    await expect.poll(() => done).toEqual([1]);
    expect(await jobs.sendAgain(queue)).toBe(0);
  });

  it('are there once however often they are added under one id', async () => {
    const done: number[] = [];
    const id = newId();
    await jobs.work(queue, {}, async (job) => void done.push(job.data.n));
    for (const n of [1, 2, 3]) await jobs.add(database.global, queue, { data: { n }, id });
    await expect.poll(() => stateOf(id)).toBe('completed');
    await jobs.add(database.global, queue, { data: { n: 4 }, id });
    expect(done).toEqual([1]);
  });

  it('wait as long as they ask to, by the clock of the server', async () => {
    let nowMs = Date.now();
    const other = await open(() => nowMs);
    const attempts: number[] = [];
    await other.work(queue, { everySeconds: 0.5 }, async ({ attempt }): Promise<JobEnd | void> => {
      attempts.push(attempt);
      if (attempt === 1) return { kind: 'later', atMs: nowMs + hourMs, reason: 'busy' };
    });
    const id = newId();
    await other.add(database.global, queue, { data: { n: 1 }, id });
    await expect.poll(() => stateOf(id)).toBe('retry');
    const { rows } = await owner.query<{ start_after: Date }>('select start_after from jobs.job where id = $1', [id]);
    expect(rows[0]?.start_after.getTime()).toBe(nowMs + hourMs);
    nowMs += hourMs;
    await expect.poll(() => attempts).toEqual([1, 2]);
    await expect.poll(() => stateOf(id)).toBe('completed');
  });

  it('of one key run one after the other, in whichever process, and what is asked for meanwhile follows', async () => {
    const other = await open();
    const first = gate();
    const begun: number[] = [];
    for (const one of [jobs, other])
      await one.work(keyed, { atOnce: 2, everySeconds: 0.5 }, async ({ data: { n } }) => {
        begun.push(n);
        if (n === 1) await first.promise;
      });
    await jobs.ask(database.global, keyed, { data: { n: 1 }, key: 'a' });
    await expect.poll(() => begun).toEqual([1]);
    await jobs.ask(database.global, keyed, { data: { n: 2 }, key: 'a' });
    await jobs.ask(database.global, keyed, { data: { n: 3 }, key: 'a' });
    await jobs.ask(database.global, keyed, { data: { n: 4 }, key: 'b' });
    await expect.poll(() => begun).toEqual([1, 4]);
    first.open();
    await expect.poll(() => begun).toEqual([1, 4, 3]);
  });

  it('that are asked for begin at once, however seldom their queue is looked at', async () => {
    const done: number[] = [];
    await jobs.work(keyed, { everySeconds: 300 }, async (job) => void done.push(job.data.n));
    await jobs.ask(database.global, keyed, { data: { n: 1 }, key: 'x' });
    await expect.poll(() => done).toEqual([1]);
    // It has looked; only word of a job makes it look again.
    await database.global.transaction().execute(async (trx) => {
      await jobs.ask(trx, keyed, { data: { n: 2 }, key: 'x', startAtMs: Date.now() + hourMs });
      await jobs.ask(trx, keyed, { data: { n: 3 }, key: 'x' });
    });
    await expect.poll(() => done).toEqual([1, 3]);
  });

  it('are not lost that are asked for while the one before them is being taken', async () => {
    const done: number[] = [];
    await jobs.work(keyed, {}, async ({ data: { n } }) => void done.push(n));
    await jobs.ask(database.global, keyed, { data: { n: 1 }, key: 'a', startAtMs: Date.now() + 500 });
    await database.global.transaction().execute(async (trx) => {
      await jobs.ask(trx, keyed, { data: { n: 2 }, key: 'a' });
      // The one that waits is due by now, and held by this transaction.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(done).toEqual([]);
    });
    await expect.poll(() => done).toEqual([2]);
  });

  it('begin at once that are asked for at once, while another transaction asks for the same at a later time', async () => {
    const done: number[] = [];
    const made = await jobs.work(keyed, {}, async () => undefined);
    await made.stop();
    let later: Promise<void> | undefined;
    await database.global.transaction().execute(async (trx) => {
      await jobs.ask(trx, keyed, { data: { n: 1 }, key: 'a' });
      later = database.global
        .transaction()
        .execute((other) => jobs.ask(other, keyed, { data: { n: 2 }, key: 'a', startAtMs: Date.now() + hourMs }));
      await expect
        .poll(async () => (await owner.query(`select 1 from pg_locks where not granted`)).rowCount)
        .toBeGreaterThan(0);
    });
    await later;
    await jobs.work(keyed, {}, async ({ data: { n } }) => void done.push(n));
    await expect.poll(() => done).toEqual([2]);
  });

  it('go on when the database was away', async () => {
    const done: number[] = [];
    await jobs.work(queue, {}, async (job) => void done.push(job.data.n));
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect
      .poll(() =>
        jobs.add(database.global, queue, { data: { n: 1 } }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => done).toEqual([1]);
  });

  it('that are due later are looked for once for all workers, however many have nothing to do', async () => {
    let asked = 0;
    // Every statement of the library asks this clock for the time.
    const counting = await open(() => {
      asked += 1;
      return Date.now();
    });
    const [workers, done]: [number, number[]] = [60, []];
    for (const one of [queue, keyed])
      await counting.work(one, { atOnce: workers / 2, everySeconds: 0.5 }, async (job) => void done.push(job.data.n));
    const before = asked;
    await counting.add(database.global, queue, { data: { n: 1 }, startAtMs: Date.now() + 3_000 });
    await counting.add(database.global, keyed, { data: { n: 2 }, startAtMs: Date.now() + 3_000, key: 'a' });
    await expect.poll(() => done.toSorted((a, b) => a - b)).toEqual([1, 2]);
    // Each by itself would have asked five times and more.
    expect(asked - before).toBeLessThan(2 * workers);
  });

  it('in hand come to their end when the process stops, and no other begins', async () => {
    const first = gate();
    const begun: number[] = [];
    const worker = await jobs.work(queue, {}, async ({ data: { n } }) => {
      begun.push(n);
      await first.promise;
    });
    const id = newId();
    await jobs.add(database.global, queue, { data: { n: 1 }, id });
    await expect.poll(() => begun).toEqual([1]);
    await jobs.add(database.global, queue, { data: { n: 2 } });
    const end = worker.stop();
    first.open();
    await end;
    expect(await stateOf(id)).toBe('completed');
    expect(begun).toEqual([1]);
  });

  it('in hand that do not end are told by their signal when the process stops, and begun anew by another', async () => {
    const stopping = await open(systemClock, 1_000);
    const [ended, attempts]: [string[], number[]] = [[], []];
    await stopping.work(queue, {}, async ({ signal }) => {
      attempts.push(1);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.push('told');
    });
    const id = newId();
    await jobs.add(database.global, queue, { data: { n: 1 }, id });
    await expect.poll(() => attempts).toEqual([1]);
    await stopping.stop();
    await expect.poll(() => ended).toEqual(['told']);
    await jobs.work(queue, { everySeconds: 0.5 }, async ({ attempt }) => void attempts.push(attempt));
    await expect.poll(() => stateOf(id)).toBe('completed');
    expect(attempts).toEqual([1, 2]);
  });
});

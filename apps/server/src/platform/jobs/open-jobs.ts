import { PgBoss, fromKysely, type Db, type JobInsert, type Queue } from 'pg-boss';
import { systemClock, type Clock } from '../clock/clock.ts';
import type { AccountScope } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import { atTimeOf, followClock } from './job-clock.ts';
import { DueJobs } from './due-jobs.ts';
import type { JobQueue, NewJob } from './job-queue.ts';
import { startWorker } from './job-worker.ts';
import type { OpenJobs } from './jobs.ts';

/** A process that was not heard of for this long is gone, and its jobs are begun anew. */
const lostSeconds = 30;
/** How often it is looked for such jobs, and for what is to be thrown away. */
const lookSeconds = 10;
const tidySeconds = 600;
const keepDoneSeconds = 600;
const keepDeadSeconds = 30 * 86_400;
/** Nothing that a job does takes longer; what lasts is done in pieces. */
const longestSeconds = 86_000;
const longestStopMs = 30_000;
const maxConnections = 3;

export interface JobsDeps {
  connectionString: string;
  clock: Clock;
  log: Log;
  /** How long jobs in hand may take to end when this process stops, at least 1,000 ms; those that do not are begun anew. */
  stopMs?: number;
}

const deadNameOf = ({ name }: JobQueue): string => `${name}.dead`;

const kept = { retentionSeconds: keepDeadSeconds, deleteAfterSeconds: keepDoneSeconds };

function bossQueueOf(queue: JobQueue): Omit<Queue, 'name'> {
  const { retries, isOneByOnePerKey = false, isUrgent = false, keepsDead = false } = queue;
  return {
    ...kept,
    policy: isOneByOnePerKey ? 'singleton' : 'standard',
    notify: isUrgent,
    retryLimit: retries.limit,
    retryDelay: retries.fromSeconds,
    retryBackoff: true,
    retryDelayMax: retries.toSeconds,
    expireInSeconds: longestSeconds,
    heartbeatSeconds: lostSeconds,
    ...(keepsDead ? { deadLetter: deadNameOf(queue) } : {}),
  };
}

/** Queues in the schema `jobs` of the database, which must be migrated, by pg-boss: it takes connections of its own. */
export async function openJobs(deps: JobsDeps): Promise<OpenJobs> {
  const { clock, log, stopMs = longestStopMs } = deps;
  const boss = await startBoss(deps);
  const due = new DueJobs(boss, log);
  const at = (scope: AccountScope): Db => {
    const database = fromKysely(scope as Parameters<typeof fromKysely>[0]);
    return { executeSql: (text, values) => database.executeSql(atTimeOf(clock, text), values) };
  };
  const addAll: OpenJobs['addAll'] = async (scope, queue, jobs) => {
    if (jobs.length > 0) await boss.insert(queue.name, jobs.map(insertOf), { db: at(scope) });
  };
  const workTogether: OpenJobs['workTogether'] = async (queue, options, handle) => {
    await makeQueue(boss, queue);
    return startWorker(boss, { queue, options, due, log }, handle);
  };
  return {
    addAll,
    add: (scope, queue, job) => addAll(scope, queue, [job]),
    ask: async (scope, queue, job) => {
      const { data, ...plan } = insertOf(job);
      const db = at(scope);
      // One after the other: whoever asks for later would not see what another transaction asks for at once, and put it off.
      const lock = `jobs:${queue.name}:${job.key}`;
      await db.executeSql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      if (job.startAtMs !== undefined) {
        const { updated } = await boss.update(queue.name, data, { singletonKey: job.key, db });
        if (updated > 0) return;
      }
      // Of the time of the transaction: what begins later than that is told to nobody at its commit.
      await boss.upsert(queue.name, data, { startAfter: 0, ...plan, singletonKey: job.key, db });
    },
    cancel: async (scope, queue, ids) => {
      if (ids.length > 0) await boss.cancel(queue.name, [...ids], { db: at(scope) });
    },
    workTogether,
    work: (queue, options, handle) =>
      workTogether(queue, { ...options, upTo: 1 }, async ([job]) => {
        const end = job && (await handle(job));
        return new Map(end ? [[job.id, end]] : []);
      }),
    sendAgain: (queue, ids) => boss.redrive(deadNameOf(queue), ids ? { ids: [...ids] } : {}),
    stop: async () => {
      await due.stop();
      await boss.stop({ timeout: stopMs });
    },
  };
}

async function startBoss({ connectionString, clock, log }: JobsDeps): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString,
    options: '-c role=sightline_app -c jit=off',
    application_name: 'sightline jobs',
    schema: 'jobs',
    max: maxConnections,
    useListenNotify: true,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    maintenanceIntervalSeconds: tidySeconds,
    // Tables come with our migrations; the role of the program makes none and rebuilds no index.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    schedule: false,
    openTelemetry: { enabled: false },
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queues of work could not be served; it is tried again'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, `queues of work: ${message}`));
  if (clock !== systemClock) followClock(boss, clock);
  return boss.start();
}

const insertOf = <T extends object>({ data, id, startAtMs, key, organizationId }: NewJob<T>) =>
  ({
    data,
    ...(id === undefined ? {} : { id }),
    ...(startAtMs === undefined ? {} : { startAfter: new Date(startAtMs) }),
    ...(key === undefined ? {} : { singletonKey: key }),
    ...(organizationId === undefined ? {} : { group: { id: organizationId } }),
  }) satisfies JobInsert;

/** Makes a queue, or lets it be as it is declared now. */
async function makeQueue(boss: PgBoss, queue: JobQueue): Promise<void> {
  if (queue.keepsDead) await boss.createQueue(deadNameOf(queue), { ...kept, deleteAfterSeconds: keepDeadSeconds });
  const wanted = bossQueueOf(queue);
  await boss.createQueue(queue.name, wanted);
  const { policy: _, ...changeable } = wanted;
  await boss.updateQueue(queue.name, changeable);
}

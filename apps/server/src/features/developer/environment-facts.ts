import { availableParallelism, loadavg, totalmem } from 'node:os';

export interface Fact {
  group: string;
  name: string;
  value: string;
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576).toLocaleString('en')} MB`;

const ofGroup = (group: string, values: Record<string, string>): Fact[] =>
  Object.entries(values).map(([name, value]) => ({ group, name, value }));

/** How this process is doing. */
export function processFacts(): Fact[] {
  const memory = process.memoryUsage();
  return ofGroup('process', {
    pid: String(process.pid),
    uptimeSeconds: String(Math.round(process.uptime())),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    memoryUsed: megabytes(memory.rss),
    heapUsed: megabytes(memory.heapUsed),
    memoryOfMachine: megabytes(totalmem()),
    processors: String(availableParallelism()),
    load: loadavg()
      .map((value) => value.toFixed(2))
      .join(' '),
  });
}

/** How the database is doing. */
export const databaseFactsOf = (facts: { version: string; bytes: number; connections: number }): Fact[] =>
  ofGroup('database', { version: facts.version, size: megabytes(facts.bytes), connections: String(facts.connections) });

/** How the queues of work are doing. */
export const jobFactsOf = (
  queues: readonly { queue: string; waiting: number; failing: number; failed: number }[],
): Fact[] =>
  ofGroup(
    'jobs',
    Object.fromEntries(
      queues.map(({ queue, waiting, failing, failed }) => [
        queue,
        `${String(waiting)} waiting, ${String(failing)} to be tried again, ${String(failed)} failed (job_failed in the log)`,
      ]),
    ),
  );

/** Settings as they were read at the start; whoever hands them over leaves secrets out. */
export const settingFacts = (settings: Record<string, string>): Fact[] => ofGroup('settings', settings);

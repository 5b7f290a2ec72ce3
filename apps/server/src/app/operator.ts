import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyAuditTask } from '../features/audit/audit.operator.ts';
import { breakGlassTask } from '../features/login-firewall/login-firewall.operator.ts';
import { defaultOrganizationTask } from '../features/organizations/organizations.operator.ts';
import { staffTask } from '../features/users/users.operator.ts';
import { createInProcessBus } from '../platform/bus/in-process-bus.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { createChanges } from '../platform/database/changes.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { visitDatabase } from '../platform/database/embedded/running-postgres.ts';
import type { OperatorAnswer, OperatorRequest, OperatorTask } from '../platform/features/operator-task.ts';
import { readConfig } from './config.ts';

const databaseName = 'sightline';
/** Apart from the other list of features: an emergency does not wait until the whole server is loaded. */
const tasks: readonly OperatorTask[] = [breakGlassTask, defaultOrganizationTask, staffTask, verifyAuditTask];

const say = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

async function perform(
  { database, dataDir }: { database: Database; dataDir: string },
  task: OperatorTask,
  request: OperatorRequest,
): Promise<OperatorAnswer> {
  const bus = createInProcessBus(say);
  const names = Object.assign({}, ...tasks.map((each) => each.names ?? {})) as NonNullable<OperatorTask['names']>;
  try {
    const changes = createChanges(database, bus, names);
    return await task.perform({ database, changes, dataDir, bus, clock: systemClock }, request);
  } finally {
    await bus.stop();
  }
}

const text = { type: 'string' } as const;

/** `operator.ts TASK [--data FOLDER] ...`: tasks for whoever has the machine of the server, beside the server or without it. */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { data: text, email: text, organization: text, roles: text },
    allowPositionals: true,
  });
  const task = tasks.find(({ name }) => name === positionals[0]);
  if (!task) throw new Error(`choose a task: ${tasks.map(({ name }) => name).join(', ')}`);
  const { email = '', organization, roles = '' } = values;
  const config = readConfig(values.data === undefined ? [] : ['--data', values.data]);
  const visit =
    config.databaseUrl === null ? await visitDatabase(join(config.dataDir, 'database'), databaseName) : null;
  try {
    const database = openDatabase(visit?.connectionString ?? config.databaseUrl ?? '', say);
    const request = { email, organization, roles: roles.split(',').filter((role) => role !== '') };
    const { isDone, said } = await perform({ database, dataDir: config.dataDir }, task, request);
    await database.close();
    (isDone ? process.stdout : process.stderr).write(`${said}\n`);
    return isDone ? 0 : 1;
  } finally {
    await visit?.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  say(error);
  process.exitCode = 1;
}

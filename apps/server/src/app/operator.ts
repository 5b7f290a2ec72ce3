import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { breakGlass } from '../features/login-firewall/login-firewall.service.ts';
import { listFirewalls, organizationsOfPerson } from '../features/login-firewall/person-firewalls.ts';
import { nameInstallationOrganization } from '../features/organizations/organizations.public.ts';
import { organizationsAudit } from '../features/organizations/organizations.audit.ts';
import { usersAudit } from '../features/users/users.audit.ts';
import { createInProcessBus } from '../platform/bus/in-process-bus.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { createChanges } from '../platform/database/changes.ts';
import { openDatabase, type Database } from '../platform/database/database.ts';
import { visitDatabase } from '../platform/database/embedded/running-postgres.ts';
import type { ServerConfig } from '../platform/config/server-config.ts';
import { readConfig } from './config.ts';
import { verifyAudit } from './operator-audit.ts';
import { markStaff } from './operator-staff.ts';

const databaseName = 'sightline';

const say = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);

interface Emergency {
  email: string;
  /** Name or id; needed where the person is in several that are closed. */
  organization: string | undefined;
}

/** Lifts a login firewall for an hour; answers what to tell whoever asked. */
async function liftFirewall(
  database: Database,
  { email, organization }: Emergency,
): Promise<{ isDone: boolean; said: string }> {
  const closed = await listFirewalls(database, email);
  const chosen =
    organization === undefined ? closed : closed.filter(({ id, name }) => id === organization || name === organization);
  const [one] = chosen;
  if (one === undefined)
    return {
      isDone: false,
      said: `${email} has no organization with a login firewall${organization === undefined ? '' : ` named ${organization}`}`,
    };
  if (chosen.length > 1)
    return {
      isDone: false,
      said: `choose one with --organization:\n${chosen.map(({ id, name }) => `  ${id}  ${name}`).join('\n')}`,
    };
  const bus = createInProcessBus(say);
  const untilMs = await breakGlass(
    {
      changes: createChanges(database, bus, { ...organizationsAudit.names, ...usersAudit.names }),
      bus,
      clock: systemClock,
    },
    one.id,
  );
  await bus.stop();
  if (untilMs === null) return { isDone: false, said: `the login firewall of ${one.name} no longer exists` };
  return {
    isDone: true,
    said: `the login firewall of ${one.name} is lifted until ${new Date(untilMs).toISOString()}; recorded in its audit log`,
  };
}

/** Names the organization in whose audit the work of the staff stands. */
async function nameDefault(
  database: Database,
  { email, organization }: Emergency,
): Promise<{ isDone: boolean; said: string }> {
  const own = await organizationsOfPerson(database, email);
  const chosen =
    organization === undefined ? own : own.filter(({ id, name }) => id === organization || name === organization);
  const [one] = chosen;
  if (one === undefined)
    return {
      isDone: false,
      said: `${email} is in no organization${organization === undefined ? '' : ` named ${organization}`}`,
    };
  if (chosen.length > 1)
    return {
      isDone: false,
      said: `choose one with --organization:\n${chosen.map(({ id, name }) => `  ${id}  ${name}`).join('\n')}`,
    };
  const bus = createInProcessBus(say);
  await nameInstallationOrganization(
    { database, changes: createChanges(database, bus, { ...organizationsAudit.names, ...usersAudit.names }) },
    one.id,
  );
  await bus.stop();
  return { isDone: true, said: `${one.name} is now the default organization; recorded in its audit log` };
}

const text = { type: 'string' } as const;

interface Asked {
  email?: string;
  organization?: string;
  staff?: string;
  'verify-audit'?: boolean;
  'default-organization'?: boolean;
}

function perform(
  { database, config }: { database: Database; config: ServerConfig },
  asked: Asked,
): Promise<{ isDone: boolean; said: string }> {
  const { email = '', organization, staff } = asked;
  if (asked['verify-audit'] === true) return verifyAudit(database, config.dataDir);
  if (asked['default-organization'] === true) return nameDefault(database, { email, organization });
  if (staff === undefined) return liftFirewall(database, { email, organization });
  return markStaff({ database, onError: say }, { email, marks: staff.split(',').filter((mark) => mark !== '') });
}

/** Tasks for whoever has the machine of the server, beside the server or without it. */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      data: text,
      email: text,
      organization: text,
      staff: text,
      'verify-audit': { type: 'boolean' },
      'default-organization': { type: 'boolean' },
    },
  });
  const config = readConfig(values.data === undefined ? [] : ['--data', values.data]);
  const visit =
    config.databaseUrl === null ? await visitDatabase(join(config.dataDir, 'database'), databaseName) : null;
  try {
    const database = openDatabase(visit?.connectionString ?? config.databaseUrl ?? '', say);
    const { isDone, said } = await perform({ database, config }, values);
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

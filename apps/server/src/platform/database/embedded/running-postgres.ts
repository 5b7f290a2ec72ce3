import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { clusterUser, readOrMakePassword } from './cluster-init.ts';
import { prepareSocketFolder } from './data-folder.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { chooseAccount } from './program-account.ts';
import { StartFailure } from './start-failure.ts';

/** A way into the database of a data folder, for one task. */
export interface DatabaseVisit {
  connectionString: string;
  stop(): Promise<void>;
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return true;
  } catch (error) {
    // Nobody runs it: the socket is missing or left over.
    if (/^(ENOENT|ECONNREFUSED)$/.test((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  } finally {
    await client.end();
  }
}

/** Visits the database that the server of a data folder runs, or runs it for as long as the visit lasts. */
export async function visitDatabase(dataDir: string, database: string): Promise<DatabaseVisit> {
  if (!existsSync(join(dataDir, 'cluster')))
    throw new StartFailure('database_start_failed', `There is no database in ${dataDir} yet; start the server once.`);
  const host = encodeURIComponent(prepareSocketFolder(dataDir, 'socket', chooseAccount()));
  const connectionString = `postgresql://${clusterUser}:${encodeURIComponent(readOrMakePassword(dataDir))}@/${database}?host=${host}&port=5432`;
  if (await answers(connectionString)) return { connectionString, stop: async () => undefined };
  return startEmbeddedPostgres({ dataDir, log: () => undefined });
}

/**
 * One migrated PostgreSQL database per test file:
 *
 *   const database = await acquireTestDatabase();
 *   afterAll(() => database.drop());
 *   const pool = new pg.Pool({ connectionString: database.connectionString });
 *
 * Close your pool before `drop()`. The first call of a run starts the cluster (about a second), every
 * further one clones the migrated template (about 20 ms). With `DATABASE_URL` set, that server is used.
 */
import { request } from 'node:http';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    testClusterSocket: string;
  }
}

export type TestDatabase = {
  /** For the `pg` driver; the user owns the database and may do anything in it. */
  connectionString: string;
  /** Drops the database, cutting what is still connected. */
  drop(): Promise<void>;
};

/** A clone of the migrated template. */
export function acquireTestDatabase(): Promise<TestDatabase> {
  return acquire('/databases');
}

/** A database without any migration, for tests of the migrator itself. */
export function acquireEmptyDatabase(): Promise<TestDatabase> {
  return acquire('/databases?empty');
}

async function acquire(path: string): Promise<TestDatabase> {
  const { name, connectionString } = JSON.parse(await ask('POST', path)) as { name: string; connectionString: string };
  return {
    connectionString,
    drop: async () => {
      await ask('DELETE', `/databases/${name}`);
    },
  };
}

function ask(method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = request({ socketPath: inject('testClusterSocket'), method, path }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        response.statusCode === 200 ? resolve(body) : reject(new Error(`test cluster: ${body}`)),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

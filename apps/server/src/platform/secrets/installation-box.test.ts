import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireTestDatabase, type TestDatabase } from '@sightline/testing/database/test-database';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readOrMakeServerKey } from '../auth/server-keys.ts';
import { openDatabase, type Database } from '../database/database.ts';
import { openInstallationBox } from './installation-box.ts';

let acquired: TestDatabase;
let database: Database;
let dataDir: string;
beforeEach(async () => {
  acquired = await acquireTestDatabase();
  database = openDatabase(acquired.connectionString, () => undefined);
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-box-'));
});
afterEach(async () => {
  await database.close();
  await acquired.drop();
  rmSync(dataDir, { recursive: true });
});

const keyFile = (): string => join(dataDir, 'master.key');
const key = async (): Promise<string> =>
  readOrMakeServerKey({ database, box: await openInstallationBox({ database, dataDir }) }, 'one', async () => 'kept');

it('refuses to make a master key over a database that holds sealed values, and leaves no file behind', async () => {
  expect(await key()).toBe('kept');
  rmSync(keyFile());
  await expect(openInstallationBox({ database, dataDir })).rejects.toMatchObject({ code: 'master_key_missing' });
  expect(existsSync(keyFile())).toBe(false);
});

it('refuses the master key of another installation by name, before anything is opened or sealed with it', async () => {
  await key();
  writeFileSync(keyFile(), Buffer.alloc(32, 7).toString('base64url'));
  await expect(openInstallationBox({ database, dataDir })).rejects.toMatchObject({ code: 'master_key_other' });
});

it('makes the master key for a new database, and opens what was sealed when the same one is there again', async () => {
  await key();
  expect(await key()).toBe('kept');
});

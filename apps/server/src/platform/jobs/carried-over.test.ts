import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { acquireEmptyDatabase } from '@sightline/testing/database/test-database';
import pg from 'pg';
import { expect, it } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { newId } from '../ids/ids.ts';

const migrations = new URL('../../migrations/', import.meta.url);
const firstOfJobs = '0055-jobs.sql';

it('what waited in the queues of before waits as jobs afterwards, and what was done is not done again', async () => {
  const database = await acquireEmptyDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'sightline-migrations-'));
  const owner = new pg.Client({ connectionString: database.connectionString });
  try {
    await cp(migrations, folder, { recursive: true });
    for (const name of await readdir(folder)) if (name >= firstOfJobs) await rm(join(folder, name));
    await migrate(database.connectionString, pathToFileURL(`${folder}/`));
    await owner.connect();
    const [organizationId, site, mail, sent, message, list, idle, session] = Array.from({ length: 8 }, newId);
    const dueAt = new Date('2030-01-01T10:00:00Z');
    const add = (text: string, values: unknown[]) => owner.query(text, values);
    await add(`insert into organizations (id, name, color) values ($1, 'Old', '#123456')`, [organizationId]);
    await add(
      `insert into auth."user" (id, name, email, "emailVerified", "updatedAt") values ('dana', 'D', 'd@e', true, now())`,
      [],
    );
    await add(`insert into mails (id, sealed, due_at) values ($1, 'x', $2)`, [mail, dueAt]);
    await add(`insert into mails (id, due_at, sent_at) values ($1, $2, now())`, [sent, dueAt]);
    await add(
      `insert into push_notices (id, user_id, organization_id, sealed, created_at) values ($1, 'dana', $2, 'x', now())`,
      [newId(), organizationId],
    );
    await add(
      `insert into user_devices (user_id, device_uid, name, sealed, endpoint_hash, created_at) values ('dana', 'b', 'B', 'x', 'x', now())`,
      [],
    );
    await add(
      `insert into push_messages (id, user_id, device_uid, sealed, due_at, expires_at) values ($1, 'dana', 'b', 'x', $2, $2)`,
      [message, dueAt],
    );
    for (const at of [dueAt, new Date(dueAt.getTime() + 1_000)])
      await add(`insert into status_work (organization_id, kind, entity_id, due_at) values ($1, 'location', $2, $3)`, [
        organizationId,
        site,
        at,
      ]);
    await add(`insert into core_update_work (organization_id) values ($1)`, [organizationId]);
    for (const [id, isWanted] of [
      [list, true],
      [idle, false],
    ])
      await add(
        `insert into camera_import_work (organization_id, import_id, session_id, is_wanted, expires_at) values ($1, $2, $3, $4, $5)`,
        [organizationId, id, session, isWanted, dueAt],
      );
    await migrate(database.connectionString);
    const { rows } = await owner.query<{ name: string; data: unknown; owner: string | null; due: Date | null }>(
      `select name, data, group_id as owner, case when start_after > now() then start_after end as due from jobs.job order by name`,
    );
    expect(rows).toEqual([
      {
        name: 'camera-imports',
        data: { organizationId, importId: list, sessionId: session },
        owner: organizationId,
        due: null,
      },
      { name: 'core-updates', data: { organizationId }, owner: organizationId, due: null },
      { name: 'mails', data: { mailId: mail }, owner: null, due: dueAt },
      { name: 'push-messages', data: { messageId: message }, owner: null, due: dueAt },
      { name: 'push-notices', data: { userId: 'dana' }, owner: organizationId, due: null },
      { name: 'status', data: { organizationId, kind: 'location', entityId: site }, owner: organizationId, due: dueAt },
    ]);
    expect((await owner.query('select import_id from camera_import_ends')).rowCount).toBe(2);
  } finally {
    await owner.end();
    await database.drop();
    await rm(folder, { recursive: true });
  }
});

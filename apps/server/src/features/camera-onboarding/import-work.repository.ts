import { sql } from 'kysely';
import { z } from 'zod';
import type { Database, Work } from '../../platform/database/database.ts';
import { jobQueue } from '../../platform/jobs/job-queue.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ImportPlace } from './camera-imports.repository.ts';

/** A list that is worked on, and whose rights the work has. */
export interface ImportWork extends ImportPlace {
  sessionId: string;
}

/** Works on those rows of a list that wait for it. */
export const importJobs = jobQueue({
  name: 'camera-imports',
  data: z.object({ organizationId: z.uuid(), importId: z.uuid(), sessionId: z.uuid() }),
  retries: { limit: 1_000, fromSeconds: 1, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** Remembers when a new list is thrown away. */
export async function insertEnd(trx: Work, { organizationId, importId }: ImportPlace, expiresAt: Date): Promise<void> {
  await trx.insertInto('cameraImportEnds').values({ organizationId, importId, expiresAt }).execute();
}

/** Holds a list until the transaction ends: what marks rows and what ends the work on all of them take turns. */
export async function holdWork(trx: Work, { organizationId, importId }: ImportPlace): Promise<void> {
  await trx
    .selectFrom('cameraImportEnds')
    .select('importId')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .forUpdate()
    .execute();
}

/** Asks for a list to be worked on, by whichever process comes first; one that works on it already goes on, and is followed. */
export const askForWork = (trx: Work, jobs: Jobs, { organizationId, importId, sessionId }: ImportWork): Promise<void> =>
  jobs.ask(trx, importJobs, { data: { organizationId, importId, sessionId }, key: importId, organizationId });

/**
 * Throws away those lists of somebody that nobody works on and that are not among the newest; their pictures go with their time, which is
 * over. Answers how many lists are left.
 */
export async function dropOldImports(
  trx: Work,
  { organizationId, userId }: { organizationId: string; userId: string },
  { kept, now }: { kept: number; now: Date },
): Promise<number> {
  const ofPerson = sql`organization_id = ${organizationId}::uuid and created_by = ${userId}`;
  await sql`
    with over as (
      update camera_import_ends e set expires_at = ${now}::timestamptz
      where organization_id = ${organizationId}::uuid
        and not exists (select 1 from camera_import_rows r
          where r.organization_id = e.organization_id and r.import_id = e.import_id and r.wanted is not null)
        and import_id in (select id from camera_imports where ${ofPerson} order by created_at desc, id desc offset ${kept})
      returning import_id)
    delete from camera_imports where ${ofPerson} and id in (select import_id from over)`.execute(trx);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from camera_imports where ${ofPerson}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** Forgets when a list is thrown away, because it is. */
export async function deleteEnd(trx: Work, { organizationId, importId }: ImportPlace): Promise<void> {
  await trx
    .deleteFrom('cameraImportEnds')
    .where('organizationId', '=', organizationId)
    .where('importId', '=', importId)
    .execute();
}

/** Lists whose time is over. */
export const expiredImports = (database: Database, now: Date): Promise<ImportPlace[]> =>
  database.global
    .selectFrom('cameraImportEnds')
    .select(['organizationId', 'importId'])
    .where('expiresAt', '<', now)
    .execute();

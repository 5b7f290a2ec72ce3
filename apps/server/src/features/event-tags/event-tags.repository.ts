import type { PostedEvent } from '@sightline/contracts/event-tags/event-tag';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';

/** Keeps a posted event: false when it was kept before, null when another one has its id. */
export async function keepPosted(
  trx: Work,
  organizationId: string,
  { id, tag, cameraId, atUtcMs, fields, receivedAt }: Required<PostedEvent> & { receivedAt: Date },
): Promise<boolean | null> {
  const said = JSON.stringify(fields);
  const { numAffectedRows = 0n } = await sql`
    insert into posted_events (organization_id, id, camera_id, tag, at, received_at, fields)
    values (${organizationId}::uuid, ${id}::uuid, ${cameraId}::uuid, ${tag}, ${new Date(atUtcMs)}, ${receivedAt}, ${said}::jsonb)
    on conflict (organization_id, id) do nothing`.execute(trx);
  if (numAffectedRows > 0n) return true;
  const { rows } = await sql`
    select from posted_events where organization_id = ${organizationId}::uuid and id = ${id}::uuid and camera_id = ${cameraId}::uuid
      and tag = ${tag} and fields = ${said}::jsonb`.execute(trx);
  return rows.length > 0 ? false : null;
}

/** Forgets what was posted before, of every organization. */
export async function forgetPosted(database: Database, before: Date): Promise<void> {
  const rows = await database.global.selectFrom('edgeIdentities').select('organizationId').distinct().execute();
  for (const { organizationId } of rows)
    await database.withOrganization(organizationId, (trx) =>
      trx
        .deleteFrom('postedEvents')
        .where('organizationId', '=', organizationId)
        .where('receivedAt', '<', before)
        .execute(),
    );
}

import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Notes for members who go, all of them with null, which organization they were in last. */
export async function rememberFormerMembers(
  trx: Work,
  organizationId: string,
  userIds: readonly string[] | null,
): Promise<void> {
  await sql`
    insert into former_memberships (user_id, organization_name)
    select m.user_id, o.name from memberships m join organizations o on o.id = m.organization_id
    where m.organization_id = ${organizationId} and (${userIds === null} or m.user_id = any (${[...(userIds ?? [])]}::text[]))
    on conflict (user_id) do update set organization_name = excluded.organization_name, ended_at = excluded.ended_at`.execute(
    trx,
  );
}

import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

interface NamedRule {
  id: string;
  name: string;
}

/**
 * Rules by lists that hold somebody through a group and do not name them, by name: those in which nobody else stands, and the others.
 * `isHeld`: nobody else leaves these groups until the transaction ends, so that of two members that go at once the second finds itself alone.
 */
export async function rulesHolding(
  trx: Work,
  organizationId: string,
  { memberId, isHeld }: { memberId: string; isHeld: boolean },
): Promise<{ alone: NamedRule[]; others: NamedRule[] }> {
  if (isHeld)
    await sql`select g.id from org_groups g where g.organization_id = ${organizationId}::uuid and g.id in (
      select m.group_id from org_group_members m where m.organization_id = ${organizationId}::uuid and m.member_id = ${memberId}::uuid)
      order by g.id for update`.execute(trx);
  const members = sql`org_group_members m where m.organization_id = ${organizationId}::uuid and r.condition -> 'groupIds' ? m.group_id::text`;
  const named = sql`jsonb_array_length(coalesce(r.condition -> 'personIds', '[]') || coalesce(r.condition -> 'plates', '[]'))`;
  const { rows } = await sql<NamedRule & { isAlone: boolean }>`
    select r.id, r.name,
      ${named} = 0 and not exists (select from ${members} and m.member_id <> ${memberId}::uuid) as is_alone
    from alert_rules r
    where r.organization_id = ${organizationId}::uuid and r.kind in ('face', 'suspect', 'licensePlate')
      and r.condition ->> 'mode' in ('onList', 'notOnList') and coalesce(r.condition ->> 'class', 'person') = 'person'
      and not coalesce(r.condition -> 'personIds' ? ${memberId}::text, false)
      and exists (select from ${members} and m.member_id = ${memberId}::uuid)
    order by r.name collate people, r.id`.execute(trx);
  const plain = (isAlone: boolean): NamedRule[] =>
    rows.filter((row) => row.isAlone === isAlone).map(({ id, name }) => ({ id, name }));
  return { alone: plain(true), others: plain(false) };
}

import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';

/** Who has seen it. */
export interface Viewer {
  organizationId: string;
  userId: string;
}

/** Marks of one person that are kept: more than anybody makes in the time for which they count. */
const maxMarks = 2_000;

/** Until when each thing was seen by this person. */
export async function seenBy(trx: Work, { organizationId, userId }: Viewer): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('attentionSeen')
    .select(['itemKey', 'seenUntil'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();
  return new Map(rows.map(({ itemKey, seenUntil }) => [itemKey, seenUntil.getTime()]));
}

/** Notes what was seen; what was seen further already stays so. */
export async function noteSeen(
  trx: Work,
  { organizationId, userId }: Viewer,
  { marks, now }: { marks: readonly { key: string; until: Date }[]; now: Date },
): Promise<void> {
  await trx
    .insertInto('attentionSeen')
    .values(marks.map(({ key, until }) => ({ organizationId, userId, itemKey: key, seenUntil: until, notedAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'userId', 'itemKey']).doUpdateSet({
        seenUntil: sql`greatest(attention_seen.seen_until, excluded.seen_until)`,
        notedAt: now,
      }),
    )
    .execute();
}

/** Forgets the marks of a person from before `before`, and the oldest of too many. */
export async function forgetSeen(trx: Work, { organizationId, userId }: Viewer, before: Date): Promise<void> {
  await sql`
    delete from attention_seen where organization_id = ${organizationId} and user_id = ${userId} and (noted_at < ${before} or item_key in (
      select item_key from attention_seen where organization_id = ${organizationId} and user_id = ${userId}
      order by noted_at desc, item_key offset ${maxMarks}))`.execute(trx);
}

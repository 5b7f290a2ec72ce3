import { sql } from 'kysely';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import type { EdgeRef } from './link.repository.ts';

/** Notices of one core that are kept. What an honest one says in years is far less. */
export const keptNotices = 50_000;

/** Leaves the newest notices of a core, as many as are kept. */
export async function forgetOldNotices(trx: Work, { organizationId, edgeId }: EdgeRef): Promise<void> {
  await sql`
    delete from core_notices where organization_id = ${organizationId} and edge_id = ${edgeId} and received_at < (
      select received_at from core_notices where organization_id = ${organizationId} and edge_id = ${edgeId}
      order by received_at desc, epoch desc, sequence desc offset ${keptNotices - 1} limit 1)`.execute(trx);
}

export type NoticeValues = Pick<Row<'coreNotices'>, 'epoch' | 'sequence' | 'at' | 'receivedAt' | 'code' | 'detail'>;

/**
 * Keeps notices. What an earlier epoch said already, word for word and of the same moment, is left out: a core whose disk was brought
 * back from a copy cannot know which of its records had left it before, and says them again under other numbers.
 */
export async function insertNotices(trx: Work, place: EdgeRef, notices: readonly NoticeValues[]): Promise<void> {
  const { organizationId, edgeId } = place;
  const said = await saidBefore(trx, place, notices);
  const fresh = notices.filter((notice) => !said.has(wordsOf(notice)));
  if (fresh.length === 0) return;
  await trx
    .insertInto('coreNotices')
    .values(fresh.map((notice) => ({ organizationId, edgeId, ...notice })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const wordsOf = ({ at, code, detail }: Pick<NoticeValues, 'at' | 'code' | 'detail'>): string =>
  JSON.stringify([at.getTime(), code, detail]);

/** Of these notices of one epoch, the words of those that are kept from another one. */
async function saidBefore(
  trx: Work,
  { organizationId, edgeId }: EdgeRef,
  notices: readonly NoticeValues[],
): Promise<Set<string>> {
  const words = [...new Map(notices.map((notice) => [wordsOf(notice), notice])).entries()];
  const first = words[0]?.[1];
  if (first === undefined) return new Set();
  const { rows } = await sql<{ place: number }>`
    select n.place::integer as place
    from unnest(${words.map(([, { at }]) => at.toISOString())}::timestamptz[], ${words.map(([, { code }]) => code)}::text[],
      ${words.map(([, { detail }]) => detail)}::text[]) with ordinality as n(at, code, detail, place)
    where exists (select 1 from core_notices k where k.organization_id = ${organizationId} and k.edge_id = ${edgeId}
      and k.at = n.at and md5(k.detail) = md5(n.detail) and k.code = n.code and k.epoch <> ${first.epoch}::uuid)`.execute(
    trx,
  );
  return new Set(rows.flatMap(({ place }) => words[place - 1]?.[0] ?? []));
}

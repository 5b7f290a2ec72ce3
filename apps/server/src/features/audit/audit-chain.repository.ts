import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { lateAfterMs, type ChainedEntry } from './audit-chain.ts';

export interface ChainHead extends Pick<Row<'auditHeads'>, 'number' | 'hash' | 'proof'> {
  newestAtMs: number | null;
}

export type NewSeal = Pick<Row<'auditSeals'>, 'number' | 'entryId' | 'hash' | 'isLate'>;

/** A seal with its entry; null where the entry is gone. */
export interface SealedEntry extends NewSeal {
  sealedAtMs: number;
  entry: ChainedEntry | null;
}

const fields = sql`e.id, (extract(epoch from e.at) * 1000)::bigint as at_ms, e.user_id, e.session_id, e.action, e.entity_kind, e.entity_id, e.entity_name,
  e.address, e.via_organization_id, e.via_organization_name, e.api_key_id, e.api_key_name, e.auth_provider_id, e.data::text as data_text`;

/** Organizations with entries that wait for their seal. */
export async function organizationsToSeal(database: Database): Promise<string[]> {
  const { rows } = await sql<{
    organizationId: string;
  }>`select distinct organization_id from audit_unsealed limit 1000`.execute(database.global);
  return rows.map((row) => row.organizationId);
}

/** Every organization that has a chain or should have one. */
export async function organizationsWithChains(database: Database): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from audit_heads union select organization_id from audit_unsealed union select organization_id from weekly_due
    order by 1`.execute(database.global);
  return rows.map((row) => row.organizationId);
}

/** Organizations of these that were deleted by somebody, with everything of them. */
export async function findRemoved(database: Database, organizationIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ organizationId: string }>`
    select organization_id from deleted_organizations where organization_id = any (${[...organizationIds]}::uuid[])`.execute(
    database.global,
  );
  return rows.map((row) => row.organizationId);
}

/** Hashes of these seals by their numbers. */
export async function hashesOf(
  trx: Work,
  organizationId: string,
  numbers: readonly number[],
): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ number: number; hash: Buffer }>`
    select number, hash from audit_seals where organization_id = ${organizationId} and number = any (${[...numbers]}::bigint[])`.execute(
    trx,
  );
  return new Map(rows.map(({ number, hash }) => [number, hash]));
}

/** The end of the chain, held until the transaction ends; null while another process holds it. */
export async function holdHead(trx: Work, organizationId: string): Promise<ChainHead | null> {
  await sql`insert into audit_heads (organization_id) values (${organizationId}) on conflict do nothing`.execute(trx);
  const row = await trx
    .selectFrom('auditHeads')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row ? { ...row, newestAtMs: row.newestAt?.getTime() ?? null } : null;
}

export async function unsealedEntries(trx: Work, organizationId: string, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select ${fields} from audit_unsealed q join audit_entries e on e.organization_id = q.organization_id and e.id = q.entry_id
    where q.organization_id = ${organizationId} order by e.at, e.id limit ${limit}`.execute(trx);
  return rows;
}

/** Adds seals at the end and takes their entries off the queue, with whatever there is no entry for. */
export async function addSeals(
  trx: Work,
  organizationId: string,
  { seals, head, now }: { seals: readonly NewSeal[]; head: ChainHead; now: Date },
): Promise<void> {
  if (seals.length > 0)
    await trx
      .insertInto('auditSeals')
      .values(seals.map((seal) => ({ ...seal, organizationId, sealedAt: now })))
      .execute();
  await trx
    .updateTable('auditHeads')
    .set({
      number: head.number,
      hash: head.hash,
      proof: head.proof,
      newestAt: head.newestAtMs === null ? null : new Date(head.newestAtMs),
    })
    .where('organizationId', '=', organizationId)
    .execute();
  const ids = seals.map(({ entryId }) => entryId);
  await sql`
    delete from audit_unsealed q where q.organization_id = ${organizationId} and (q.entry_id = any (${ids}::uuid[])
      or not exists (select 1 from audit_entries e where e.organization_id = q.organization_id and e.id = q.entry_id))`.execute(
    trx,
  );
}

/** Where the chain ends by its head, and by its seals, at one moment. */
export async function readEnds(trx: Work, organizationId: string): Promise<{ head: ChainHead | null; last: number }> {
  // The seals first: a batch that is added meanwhile then only makes the head newer than they are.
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 0) as last from audit_seals where organization_id = ${organizationId}`.execute(trx);
  const row = await trx
    .selectFrom('auditHeads')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .executeTakeFirst();
  return { head: row ? { ...row, newestAtMs: row.newestAt?.getTime() ?? null } : null, last: rows[0]?.last ?? 0 };
}

export async function countEntries(trx: Work, organizationId: string): Promise<number> {
  const { rows } = await sql<{
    entries: number;
  }>`select count(*) as entries from audit_entries where organization_id = ${organizationId}`.execute(trx);
  return rows[0]?.entries ?? 0;
}

/** From `startMs` on, before `endMs`. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

/** The entries of a time, and the first and last number of their seals and of those of the entries right before and after that time; null where nothing is sealed there. */
export interface SealsOfRange {
  entries: number;
  sealed: number;
  first: number | null;
  last: number | null;
}

export async function sealsOfRange(
  trx: Work,
  organizationId: string,
  { startMs, endMs }: TimeRange,
): Promise<SealsOfRange> {
  const [start, end] = [new Date(startMs), new Date(endMs)];
  const sealed = sql`audit_entries e join audit_seals s on s.organization_id = e.organization_id and s.entry_id = e.id where e.organization_id = ${organizationId}`;
  const { rows } = await sql<SealsOfRange>`
    with shown as (select s.number from ${sealed} and e.at >= ${start} and e.at < ${end}),
      around as (
        (select s.number from ${sealed} and e.at < ${start} order by e.at desc, e.id desc limit 1)
        union all (select s.number from ${sealed} and e.at >= ${end} order by e.at, e.id limit 1)),
      numbers as (select number from shown union all select number from around)
    select (select count(*) from audit_entries e where e.organization_id = ${organizationId} and e.at >= ${start} and e.at < ${end}) as entries,
      (select count(*) from shown) as sealed, min(number) as first, max(number) as last from numbers`.execute(trx);
  return rows[0] ?? { entries: 0, sealed: 0, first: null, last: null };
}

/** A piece of the chain, in its order. */
export async function sealedEntries(
  trx: Work,
  organizationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry & ChainedEntry & { sealedAt: Date; id: string | null }>`
    select s.number, s.entry_id, s.hash, s.is_late, s.sealed_at, ${fields}
    from audit_seals s left join audit_entries e on e.organization_id = s.organization_id and e.id = s.entry_id
    where s.organization_id = ${organizationId} and s.number > ${after} order by s.number limit ${limit}`.execute(trx);
  return rows.map(({ number, entryId, hash, isLate, sealedAt, ...entry }) => ({
    number,
    entryId,
    hash,
    isLate,
    sealedAtMs: sealedAt.getTime(),
    entry: entry.id === null ? null : entry,
  }));
}

/** The first entry (of a time) without a seal that does not merely wait for one: nobody queued it, or it claims to be too old for that. */
export async function findIntruder(
  trx: Work,
  organizationId: string,
  { newestAtMs, range }: { newestAtMs: number | null; range: TimeRange | null },
): Promise<{ id: string; atMs: number } | null> {
  const within =
    range === null ? sql`true` : sql`e.at >= ${new Date(range.startMs)} and e.at < ${new Date(range.endMs)}`;
  const before = newestAtMs === null ? null : new Date(newestAtMs - lateAfterMs);
  const { rows } = await sql<{ id: string; atMs: number }>`
    select e.id, (extract(epoch from e.at) * 1000)::bigint as at_ms from audit_entries e
    where e.organization_id = ${organizationId} and ${within}
      and not exists (select 1 from audit_seals s where s.organization_id = e.organization_id and s.entry_id = e.id)
      and (e.at < ${before}::timestamptz or not exists (select 1 from audit_unsealed q where q.organization_id = e.organization_id and q.entry_id = e.id))
    order by e.at, e.id limit 1`.execute(trx);
  return rows[0] ?? null;
}

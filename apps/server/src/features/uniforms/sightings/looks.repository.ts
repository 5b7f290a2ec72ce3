import type { UniformJudge } from '@sightline/contracts/uniforms/uniform-judge';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { classCodes, vectorCodes } from '../../events/events.public.ts';

/** An event of a person, with what they look like. */
export interface LookRow {
  eventId: string;
  startedAt: Date;
  cameraId: string;
  modelId: string;
  look: Int8Array;
}

interface FoundLook extends Omit<LookRow, 'look'> {
  vector: Buffer;
}

const appearance = sql.lit(vectorCodes.toCode('appearance'));
const person = sql.lit(classCodes.toCode('person'));

const lookOf = ({ vector, ...row }: FoundLook): LookRow => ({
  ...row,
  look: new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength),
});

const looks = (organizationId: string, wanted: RawBuilder<SqlBool>): RawBuilder<FoundLook> => sql<FoundLook>`
  select v.id as event_id, v.started_at, v.camera_id, v.model_id, v.vector from event_vectors v
  where v.organization_id = ${organizationId}::uuid and v.kind = ${appearance}::smallint and v.class = ${person}::smallint and ${wanted}`;

/** What people look like in these events; without those that have gone. */
export async function looksOfEvents(
  trx: Work,
  organizationId: string,
  events: readonly { eventId: string; startedAt: Date }[],
): Promise<LookRow[]> {
  if (events.length === 0) return [];
  const starts = [...new Set(events.map(({ startedAt }) => startedAt.toISOString()))];
  const ids = events.map(({ eventId }) => eventId);
  const { rows } = await looks(
    organizationId,
    sql<SqlBool>`v.started_at = any (${starts}::timestamptz[]) and v.id = any (${ids}::uuid[])`,
  ).execute(trx);
  return rows.map(lookOf);
}

/** The newest looks from before an instant; of one model. */
export async function looksBefore(
  trx: Work,
  organizationId: string,
  { modelId, before, limit }: { modelId: string; before: Date; limit: number },
): Promise<LookRow[]> {
  const { rows } =
    await sql<FoundLook>`${looks(organizationId, sql<SqlBool>`v.model_id = ${modelId} and v.started_at < ${before}::timestamptz`)}
    order by v.started_at desc, v.id desc limit ${limit}`.execute(trx);
  return rows.map(lookOf);
}

/** When the oldest event began that is kept; null without any. */
export async function oldestEvent(trx: Work, organizationId: string): Promise<Date | null> {
  const { rows } = await sql<{
    startedAt: Date;
  }>`select started_at from events where organization_id = ${organizationId}::uuid order by started_at limit 1`.execute(
    trx,
  );
  return rows[0]?.startedAt ?? null;
}

/** A uniform as events are judged by it. */
export interface JudgeRow {
  id: string;
  modelId: string;
  judge: UniformJudge;
}

const lockOf = (organizationId: string): string => `uniform-judges:${organizationId}`;

/** Judges of all uniforms. Nobody trains or deletes one until the transaction ends: what is judged by a former judge would be left over. */
export async function heldJudges(trx: Work, organizationId: string): Promise<JudgeRow[]> {
  await sql`select pg_advisory_xact_lock_shared(hashtext(${lockOf(organizationId)}))`.execute(trx);
  return trx
    .selectFrom('uniforms')
    .select(['id', 'modelId', 'judge'])
    .where('organizationId', '=', organizationId)
    .execute();
}

/** Nobody judges anything of an organization until the transaction ends, which changes by what is judged. Taken after groups are held. */
export async function lockJudges(trx: Work, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${lockOf(organizationId)}))`.execute(trx);
}

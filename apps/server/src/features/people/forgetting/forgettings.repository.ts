import type { Page } from '@sightline/contracts/shared/paging';
import { sql } from 'kysely';
import type { Work } from '../../../platform/database/database.ts';
import { countUpTo, toPage, type PageRequest } from '../../../platform/database/page.ts';
import type { Row } from '../../../platform/database/rows.generated.ts';
import { newId } from '../../../platform/ids/ids.ts';

/** Something that is to be forgotten, within its organization. */
export interface ForgettingPlace {
  organizationId: string;
  forgettingId: string;
}

/** A core that was told, with the operation by which it has forgotten. */
export interface ToldCore {
  edgeId: string;
  sequence: number;
}

/** A report as people read it. */
export interface ForgettingRow extends Pick<
  Row<'forgettings'>,
  'id' | 'cause' | 'askedAt' | 'doneAt' | 'vectors' | 'pictures' | 'sightings' | 'faces'
> {
  locationName: string | null;
  waitingFor: { id: string; name: string }[];
}

export async function insertForgetting(
  trx: Work,
  organizationId: string,
  asked: { cause: Row<'forgettings'>['cause']; locationId: string | null; faceIds: readonly string[]; at: Date },
): Promise<string> {
  const id = newId();
  const { cause, locationId, faceIds, at } = asked;
  await trx
    .insertInto('forgettings')
    .values({ organizationId, id, cause, locationId, faceIds: [...faceIds], askedAt: at, faces: faceIds.length })
    .execute();
  return id;
}

/** Which cores were told of it. */
export async function noteTold(
  trx: Work,
  { organizationId, forgettingId }: ForgettingPlace,
  told: readonly ToldCore[],
): Promise<void> {
  await trx
    .updateTable('forgettings')
    .set({ told: JSON.stringify(told) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', forgettingId)
    .execute();
}

/** What is left to do of one; undefined when it is done. */
export const findOpen = (trx: Work, { organizationId, forgettingId }: ForgettingPlace) =>
  trx
    .selectFrom('forgettings')
    .select(['id', 'cause', 'locationId', 'faceIds', 'askedAt'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', forgettingId)
    .where('doneAt', 'is', null)
    .executeTakeFirst();

/** Counts what was erased. */
export async function countErased(
  trx: Work,
  { organizationId, forgettingId }: ForgettingPlace,
  erased: { vectors?: number; pictures?: number; sightings?: number },
): Promise<void> {
  const { vectors = 0, pictures = 0, sightings = 0 } = erased;
  await trx
    .updateTable('forgettings')
    .set((eb) => ({
      vectors: eb('vectors', '+', vectors),
      pictures: eb('pictures', '+', pictures),
      sightings: eb('sightings', '+', sightings),
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', forgettingId)
    .execute();
}

export async function endForgetting(
  trx: Work,
  { organizationId, forgettingId }: ForgettingPlace,
  doneAt: Date,
): Promise<void> {
  await trx
    .updateTable('forgettings')
    .set({ doneAt, faceIds: [] })
    .where('organizationId', '=', organizationId)
    .where('id', '=', forgettingId)
    .execute();
}

/** A page of reports, newest first. A core that is gone for good is not waited for. */
export async function listForgettings(
  trx: Work,
  organizationId: string,
  request: PageRequest,
): Promise<Page<ForgettingRow>> {
  const after =
    request.after === null
      ? sql`true`
      : sql`(f.asked_at, f.id) < (to_timestamp(${Number(request.after.key)}::float8 / 1000)::timestamptz(3), ${request.after.id}::uuid)`;
  const { rows } = await sql<ForgettingRow>`
    select f.id, f.cause, f.asked_at, f.done_at, f.vectors, f.pictures, f.sightings, f.faces, l.name as location_name,
      coalesce((select json_agg(json_build_object('id', e.id, 'name', e.name) order by e.name)
        from jsonb_to_recordset(f.told) as t ("edgeId" uuid, sequence bigint)
        join edges e on e.organization_id = f.organization_id and e.id = t."edgeId" and e.deleted_at is null
        where exists (select from operations o where o.organization_id = f.organization_id and o.edge_id = e.id and o.sequence <= t.sequence
          and o.applied_at is null and o.entity in ('faceGallery', 'locationPrivacy'))), '[]'::json) as waiting_for
    from forgettings f left join locations l on l.organization_id = f.organization_id and l.id = f.location_id
    where f.organization_id = ${organizationId}::uuid and ${after} order by f.asked_at desc, f.id desc limit ${request.limit + 1}`.execute(
    trx,
  );
  const total = await countUpTo(
    trx,
    sql`select 1 from forgettings f where f.organization_id = ${organizationId}::uuid`,
  );
  return { ...toPage(rows, request, ({ askedAt, id }) => ({ key: String(askedAt.getTime()), id })), total };
}

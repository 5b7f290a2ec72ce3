import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import type { Page } from '@sightline/contracts/shared/paging';
import { sql } from 'kysely';
import type { Database, Work } from '../../platform/database/database.ts';
import { countUpTo, cursorInstant, toPage, type PageRequest } from '../../platform/database/page.ts';
import type { Row } from '../../platform/database/rows.generated.ts';
import { findReportingCamera, type ReportingCamera } from '../cameras/cameras.public.ts';
import { organizationsWithCores } from './door-pictures.repository.ts';
import type { DoorPlace } from './doors.repository.ts';

/** How a door was from when to when. */
export interface SpanRow {
  at: Date;
  until: Date | null;
  state: DoorPosition;
}

const noId = '00000000-0000-0000-0000-000000000000';

/** How a door was, newest first. What was told twice in a row is one. */
export async function statesOf(
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  request: PageRequest,
): Promise<Page<SpanRow>> {
  // The cursor holds the instant; the second part of it is not needed, as no two are of one instant.
  const before = request.after === null ? null : cursorInstant(request.after);
  const spans = sql`(
    select at, state, lead(at) over (order by at) as until from (
      select s.at, s.state, lag(s.state) over (order by s.at, s.revision) as before,
        row_number() over (partition by s.at order by s.revision desc) as place
      from door_states s where s.organization_id = ${organizationId}::uuid and s.door_id = ${doorId}::uuid) told
    where place = 1 and before is distinct from state) spans`;
  const { rows } = await sql<SpanRow>`
    select at, state, until from ${spans} where ${before}::timestamptz is null or at < ${before}::timestamptz
    order by at desc limit ${request.limit + 1}`.execute(trx);
  const total = await countUpTo(trx, sql`select 1 from ${spans}`);
  return { ...toPage(rows, request, ({ at }) => ({ key: at.toISOString(), id: noId })), total };
}

/** A camera of the core that says something of a door, with what is known of the door. */
export interface ReportedDoor extends ReportingCamera {
  door: Pick<
    Row<'doors'>,
    'cameraId' | 'isSaved' | 'isConfirmed' | 'removedAt' | 'state' | 'stateRevision' | 'closeState' | 'openState'
  > | null;
}

/** The camera of this core, and the door that is said to be there, held until the transaction ends; undefined for a camera of another one. */
export async function doorOfCore(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
  { doorId, cameraId }: { doorId: string; cameraId: string },
): Promise<ReportedDoor | undefined> {
  const camera = await findReportingCamera(trx, { organizationId, edgeId }, cameraId);
  if (!camera) return undefined;
  const door = await trx
    .selectFrom('doors')
    .select(['cameraId', 'isSaved', 'isConfirmed', 'removedAt', 'state', 'stateRevision', 'closeState', 'openState'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', doorId)
    .forUpdate()
    .executeTakeFirst();
  return { ...camera, door: door ?? null };
}

/** How a door is from now on. */
export async function keepState(
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  told: { state: DoorPosition; at: Date; revision: number },
): Promise<void> {
  const { state, at, revision } = told;
  const key = { organizationId, doorId, at, revision };
  await trx
    .insertInto('doorStates')
    .values({ ...key, state })
    .onConflict((conflict) => conflict.columns(['organizationId', 'doorId', 'at', 'revision']).doUpdateSet({ state }))
    .execute();
  await trx
    .updateTable('doors')
    .set((eb) => ({
      // The same said again begins when it was said first.
      stateAt: eb.case().when('state', '=', state).then(eb.ref('stateAt')).else(at).end(),
      state,
      stateRevision: revision,
    }))
    .where('organizationId', '=', organizationId)
    .where('id', '=', doorId)
    .execute();
}

/** How many unsaved doors a camera has. */
export async function countUnsaved(trx: Work, organizationId: string, cameraId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from doors
    where organization_id = ${organizationId}::uuid and camera_id = ${cameraId}::uuid and not is_saved and removed_at is null`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

/** The looks of a door as its core tells them; an unsaved one is made if need be. The place of a saved one stays where people marked it. */
export async function putLooks(
  trx: Work,
  { organizationId, doorId }: DoorPlace,
  looks: Pick<
    Row<'doors'>,
    'cameraId' | 'area' | 'closeSignature' | 'openSignature' | 'closeState' | 'openState' | 'toldAt'
  >,
): Promise<void> {
  const area = JSON.stringify(looks.area);
  const { cameraId, toldAt, ...both } = looks;
  await trx
    .insertInto('doors')
    .values({ organizationId, id: doorId, cameraId, ...both, area, toldAt, isSaved: false })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'id']).doUpdateSet((eb) => ({
        ...both,
        area: eb.case().when('doors.isSaved', '=', true).then(eb.ref('doors.area')).else(eb.ref('excluded.area')).end(),
        toldAt,
        removedAt: null,
        revision: eb('doors.revision', '+', 1),
      })),
    )
    .execute();
}

/** Throws away how doors were before an instant, and that doors were removed before one. */
export async function deleteOldStates(
  database: Database,
  { states, removed }: { states: Date; removed: Date },
): Promise<void> {
  for (const organizationId of await organizationsWithCores(database))
    await database.withOrganization(organizationId, async (trx) => {
      await trx
        .deleteFrom('doorStates')
        .where('organizationId', '=', organizationId)
        .where('at', '<', states)
        .execute();
      await trx
        .deleteFrom('doors')
        .where('organizationId', '=', organizationId)
        .where('removedAt', '<', removed)
        .execute();
    });
}

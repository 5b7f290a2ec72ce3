import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Work } from '../../platform/database/database.ts';
import type { Row } from '../../platform/database/rows.generated.ts';

const keptMs = 86_400_000;
/** So many of the newest are asked for a device that was picked: a new one may have been begun since. */
const askedScans = 5;
/** How long after its time a scan may still be answered. */
const graceMs = 30_000;

export type ScanRow = Pick<
  Row<'cameraScans'>,
  'id' | 'edgeId' | 'state' | 'cause' | 'probesSubnet' | 'startedAt' | 'endsBy' | 'devices' | 'isCut'
>;

interface ScanPlace {
  organizationId: string;
  /** Who asked; nobody else sees it. */
  userId: string;
}

const selectScans = (trx: Work, { organizationId, userId }: ScanPlace) =>
  trx
    .selectFrom('cameraScans')
    .select(['id', 'edgeId', 'state', 'cause', 'probesSubnet', 'startedAt', 'endsBy', 'devices', 'isCut'])
    .where('organizationId', '=', organizationId)
    .where('createdBy', '=', userId)
    .$castTo<ScanRow>();

/** Throws away old scans, and ends those whose process went away before the answer came. */
export async function tidyScans(trx: Work, organizationId: string, now: Date): Promise<void> {
  await trx
    .deleteFrom('cameraScans')
    .where('organizationId', '=', organizationId)
    .where('startedAt', '<', new Date(now.getTime() - keptMs))
    .execute();
  await trx
    .updateTable('cameraScans')
    .set({ state: 'failed', cause: 'core_timeout' })
    .where('organizationId', '=', organizationId)
    .where('state', '=', 'running')
    .where('endsBy', '<', new Date(now.getTime() - graceMs))
    .execute();
}

/** When the scans of a core that run or wait will be over at the latest; null when there is none. */
export async function busyUntil(
  trx: Work,
  { organizationId, edgeId }: { organizationId: string; edgeId: string },
): Promise<Date | null> {
  const { until } = await trx
    .selectFrom('cameraScans')
    .select(({ fn }) => fn.max('endsBy').as('until'))
    .where('organizationId', '=', organizationId)
    .where('edgeId', '=', edgeId)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  return until;
}

/** Whether somebody still waits for a scan. */
export async function isRunning(
  trx: Work,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('cameraScans')
    .select('state')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state === 'running';
}

export async function insertScan(
  trx: Work,
  place: ScanPlace,
  scan: { id: string; edgeId: string; probesSubnet: boolean; startedAt: Date; endsBy: Date },
): Promise<void> {
  const { organizationId, userId } = place;
  await trx
    .insertInto('cameraScans')
    .values({ ...scan, organizationId, createdBy: userId, state: 'running' })
    .execute();
}

export const findScan = (trx: Work, place: ScanPlace, id: string): Promise<ScanRow | undefined> =>
  selectScans(trx, place).where('id', '=', id).executeTakeFirst();

export const newestScan = (trx: Work, place: ScanPlace, edgeId: string): Promise<ScanRow | undefined> =>
  selectScans(trx, place).where('edgeId', '=', edgeId).orderBy('startedAt', 'desc').limit(1).executeTakeFirst();

/** What the newest scans of somebody found at a port of a core's network, the newest first. */
export async function foundAt(
  trx: Work,
  place: ScanPlace,
  { edgeId, port }: { edgeId: string; port: number },
): Promise<FoundDevice[]> {
  const scans = await selectScans(trx, place)
    .where('edgeId', '=', edgeId)
    .orderBy('startedAt', 'desc')
    .limit(askedScans)
    .execute();
  return scans.flatMap(({ devices }) => devices.filter((device) => device.port === port));
}

/** Ends a running scan; one that has ended stays as it is. */
export async function endScan(
  trx: Work,
  place: { organizationId: string; id: string },
  end: { state: 'finished' | 'cancelled' | 'failed'; cause?: ErrorCode },
): Promise<void> {
  await trx
    .updateTable('cameraScans')
    .set(end)
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.id)
    .where('state', '=', 'running')
    .execute();
}

/** Keeps what was found, also by a scan that was cancelled meanwhile. */
export async function keepDevices(
  trx: Work,
  place: { organizationId: string; id: string },
  found: { devices: readonly FoundDevice[]; isCut: boolean },
): Promise<void> {
  await trx
    .updateTable('cameraScans')
    .set({ devices: JSON.stringify(found.devices), isCut: found.isCut })
    .where('organizationId', '=', place.organizationId)
    .where('id', '=', place.id)
    .execute();
}

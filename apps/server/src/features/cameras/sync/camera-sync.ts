import type { AnalyticsSwitch } from '@sightline/contracts/organizations/analytics-switches';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { EdgeKey } from '../../../platform/sync/synced-entity.ts';
import { addOperation, edgesKnowing, holdEdge } from '../../edges/edges.public.ts';
import { notifyLocationsOfCore } from '../../locations/locations.public.ts';
import { keepCamera } from './camera-restore.repository.ts';
import { updateCamera } from '../camera-writes.repository.ts';
import * as repository from '../cameras.repository.ts';

/**
 * Tells the core of a camera that it reached a revision, keeping what taking a later one back needs. Of a location that is new to
 * the core it hears first. Publish `operationsTopic` after commit.
 */
export async function notifyCamera(
  trx: Work,
  { organizationId, edgeId }: EdgeKey,
  told: { cameraId: string; revision: number; cancels?: number },
): Promise<void> {
  const { cameraId, ...rest } = told;
  await notifyLocationsOfCore(trx, { organizationId, edgeId });
  const target = { entity: 'camera', entityId: cameraId, ...rest };
  const sequence = await addOperation(trx, { organizationId, edgeId }, target);
  await keepCamera(trx, { organizationId, edgeId, cameraId }, sequence);
}

/** Cameras get a new revision, because their core must know something that is kept beside them. Answers the cores to tell. */
async function bumpRevisions(
  work: ChangeWork,
  organizationId: string,
  { cameraIds, but }: { cameraIds: readonly string[]; but: readonly string[] },
): Promise<string[]> {
  const rows: repository.CameraRow[] = [];
  for (const cameraId of cameraIds) {
    const row = await repository.findCamera(work.trx, organizationId, cameraId);
    if (row && !but.includes(row.edgeId)) rows.push(row);
  }
  const edgeIds = [...new Set(rows.map(({ edgeId }) => edgeId))].toSorted((a, b) => (a < b ? -1 : 1));
  // Before its cameras, as whoever hears of a core does: each would wait for the other.
  for (const edgeId of edgeIds) await holdEdge(work.trx, organizationId, edgeId);
  for (const { id: cameraId, edgeId, locationId } of rows) {
    const revision = await updateCamera(work.trx, { organizationId, cameraId }, {});
    await notifyCamera(work.trx, { organizationId, edgeId }, { cameraId, revision });
    await work.announce({ kind: 'cameras.changed', cameraId, locationId, revision });
  }
  return edgeIds;
}

/**
 * Cores must know the new zone of a location, or whether faces are wanted there. `unless`: cores that know this kind hear it otherwise.
 * Answers the cores to tell.
 */
export const bumpRevisionsOfLocation = async (
  work: ChangeWork,
  { organizationId, locationId, unless }: { organizationId: string; locationId: string; unless: string | null },
): Promise<string[]> =>
  bumpRevisions(work, organizationId, {
    cameraIds: await repository.cameraIdsOf(work.trx, organizationId, { locationId }),
    but: unless === null ? [] : await edgesKnowing(work.trx, organizationId, unless),
  });

/** The organization allows other recognition than before: cores that do not know this kind are told of the cameras that want any of it. Answers them. */
export const bumpRevisionsWanting = async (
  work: ChangeWork,
  organizationId: string,
  { changed, unless }: { changed: readonly AnalyticsSwitch[]; unless: string },
): Promise<string[]> =>
  bumpRevisions(work, organizationId, {
    cameraIds: await repository.camerasWanting(work.trx, organizationId, changed),
    but: await edgesKnowing(work.trx, organizationId, unless),
  });

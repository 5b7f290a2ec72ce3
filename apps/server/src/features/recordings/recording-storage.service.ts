import type {
  StorageDay,
  StorageForecast,
  StorageOverview,
  StorageRequest,
} from '@sightline/contracts/recordings/storage';
import { AppError } from '@sightline/contracts/shared/errors';
import { siteDays } from '@sightline/domain/time/site-days';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { cameraFor, cameraPaths } from '../cameras/cameras.public.ts';
import { findEdgeRef, requireEdge } from '../edges/edges.public.ts';

/** 62 whole days of a site, one of them of 25 hours. */
const longestRangeMs = 62 * 86_400_000 + 3_600_000;
/** The last instant of which it can still be said what day it is anywhere. */
const latestUtcMs = 8_640_000_000_000_000 - 2 * 86_400_000;
/** A core reads its index of two months for this. */
const timeoutMs = 20_000;

interface StorageDeps {
  database: Database;
  edges: EdgeCommands;
}

/** What is kept, and for how long its room lasts. */
export type StorageService = ReturnType<typeof createStorageService>;

/** Asks cores what they keep of their cameras per day of the site. */
export function createStorageService(deps: StorageDeps) {
  const { database, edges } = deps;
  return {
    ofCamera: async (
      actor: MemberActor,
      request: StorageRequest,
    ): Promise<{ items: StorageDay[]; forecast: StorageForecast }> => {
      const { organizationId } = actor;
      const { cameraId, edgeId, start, end } = request;
      const camera = await database.withOrganization(organizationId, (trx) =>
        cameraFor(trx, actor, { cameraId, permission: 'PlaybackView' }),
      );
      // A camera that moved to another core: what is asked for is not there.
      if (camera.edgeId !== edgeId) throw new AppError('not_found');
      if (end <= start || end - start > longestRangeMs || end > latestUtcMs) throw new AppError('search_range_invalid');
      const { days, endUtcMs } = siteDays(camera.timeZone, start, end);
      const dayStarts = [...days.map((day) => day.startUtcMs), endUtcMs];
      const answer = await edges.request({
        organizationId,
        edgeId,
        command: 'recordings.storage',
        body: { cameraId, dayStarts },
        timeoutMs,
      });
      // Days that are missing, or too many, would be shown at the wrong dates.
      if (answer.days.length !== days.length) throw new AppError('link_message_invalid');
      const items = answer.days.map(({ regular, smart, none }, index): StorageDay => {
        const base = dayStarts[index] ?? 0;
        const cacheId = `${edgeId}:${cameraId}:${String(base)}`;
        return {
          edgeId,
          cameraId,
          base,
          endUtcMs: dayStarts[index + 1] ?? 0,
          cacheId,
          regularStorage: regular,
          smartStorage: smart,
          noStorage: none,
        };
      });
      return { items, forecast: answer.forecast };
    },
    ofEdge: (actor: MemberActor, edgeId: string): Promise<StorageOverview> => ofEdge(deps, actor, edgeId),
  };
}

async function ofEdge({ database, edges }: StorageDeps, actor: MemberActor, edgeId: string): Promise<StorageOverview> {
  const { organizationId } = actor;
  await database.withOrganization(organizationId, async (trx) =>
    requireEdge(actor, await findEdgeRef(trx, organizationId, edgeId), 'CoreView'),
  );
  const overview = await edges.request({
    organizationId,
    edgeId,
    command: 'storage.overview',
    body: {},
    timeoutMs,
  });
  const cameraIds = overview.cameras.map((camera) => camera.cameraId);
  const paths = await database.withOrganization(organizationId, (trx) => cameraPaths(trx, organizationId, cameraIds));
  const isVisible = (cameraId: string): boolean => {
    const path = paths.get(cameraId);
    return path !== undefined && mayAt(actor, 'CameraView', path);
  };
  return { ...overview, cameras: overview.cameras.filter((camera) => isVisible(camera.cameraId)) };
}

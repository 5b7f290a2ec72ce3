import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Database } from '../../platform/database/database.ts';
import { dayOf } from './ingest/event-days.ts';
import { dropDaysBefore } from './ingest/event-days.repository.ts';
import { forgetHours } from './search/event-hours.repository.ts';
import * as repository from './event-retention.repository.ts';
import { thumbnailFolder } from './event-thumbnails.service.ts';
import { forgetPlates } from './search/event-plates.repository.ts';

const dayMs = 86_400_000;

interface Retention {
  organizationId: string;
  cameras: repository.CameraRetention[];
}

/** Events are kept by whole days: a day goes when all of it is older than the camera's footage may be. */
const firstDayKept = (nowMs: number, retentionDays: number): string => dayOf(nowMs - retentionDays * dayMs);

const longest = (cameras: readonly repository.CameraRetention[]): number =>
  Math.max(1, ...cameras.map((camera) => camera.retentionDays));

/** Throws away events, their vectors, pictures and plates when the footage that they point to is gone. */
export async function expireEvents(
  { database, blobs }: { database: Database; blobs: Blobs },
  nowMs: number,
): Promise<void> {
  const all: Retention[] = [];
  for (const organizationId of await repository.organizationsWithEvents(database)) {
    all.push({
      organizationId,
      cameras: await database.withOrganization(organizationId, (trx) => repository.retentions(trx, organizationId)),
    });
  }
  const longestDays = longest(all.flatMap(({ cameras }) => cameras));
  for (const retention of all) {
    await deleteShorter(database, retention, { nowMs, longestDays });
    await removePictures(blobs, retention, nowMs);
    const since = new Date(nowMs - (longest(retention.cameras) + 1) * dayMs);
    await database.withOrganization(retention.organizationId, async (trx) => {
      await forgetPlates(trx, retention.organizationId, since);
      await forgetHours(trx, retention.organizationId, since);
    });
  }
  // Days lie together whosever events they hold.
  await dropDaysBefore(database, firstDayKept(nowMs, longestDays));
}

/** What the longest retention does not drop with its day is deleted in small pieces. */
async function deleteShorter(
  database: Database,
  { organizationId, cameras }: Retention,
  { nowMs, longestDays }: { nowMs: number; longestDays: number },
): Promise<void> {
  for (const [retentionDays, group] of Map.groupBy(cameras, (camera) => camera.retentionDays)) {
    if (retentionDays === longestDays) continue;
    const before = new Date(firstDayKept(nowMs, retentionDays));
    const cameraIds = group.map((camera) => camera.id);
    await deleteBefore(database, organizationId, { cameraIds, before });
  }
}

/** Day by day, so that only one partition is touched at a time, until nothing older is left. */
async function deleteBefore(
  database: Database,
  organizationId: string,
  old: { cameraIds: readonly string[]; before: Date },
): Promise<void> {
  for (;;) {
    const isDone = await database.withOrganization(organizationId, async (trx) => {
      const oldest = await repository.oldestBefore(trx, organizationId, old);
      if (oldest === null) return true;
      const from = new Date(dayOf(oldest.getTime()));
      await repository.deleteSome(trx, organizationId, {
        cameraIds: old.cameraIds,
        from,
        before: new Date(from.getTime() + dayMs),
      });
      return false;
    });
    if (isDone) return;
  }
}

async function removePictures(blobs: Blobs, { organizationId, cameras }: Retention, nowMs: number): Promise<void> {
  const daysOf = new Map(cameras.map((camera) => [camera.id, camera.retentionDays]));
  const longestDays = longest(cameras);
  const shortestDays = Math.min(longestDays, ...daysOf.values());
  for (const day of await blobs.children(thumbnailFolder(organizationId))) {
    if (day >= firstDayKept(nowMs, shortestDays)) continue;
    const folder = thumbnailFolder(organizationId, day);
    if (day < firstDayKept(nowMs, longestDays)) {
      await blobs.removeAll(folder);
      continue;
    }
    const cameraIds = await blobs.children(folder);
    const expired = cameraIds.filter((cameraId) => day < firstDayKept(nowMs, daysOf.get(cameraId) ?? longestDays));
    for (const cameraId of expired) await blobs.removeAll(`${folder}/${cameraId}`);
    if (expired.length === cameraIds.length) await blobs.removeAll(folder);
  }
}

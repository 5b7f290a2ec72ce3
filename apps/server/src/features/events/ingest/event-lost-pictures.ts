import type { ThumbnailKind } from '@sightline/contracts/events/event';
import type { Work } from '../../../platform/database/database.ts';
import { lostBit } from '../event-codes.ts';
import { markLost, type LostPictures } from './event-lost-pictures.repository.ts';
import { camerasOfEdge } from './event-writes.repository.ts';

/** A picture that a core says will not come. */
export interface LostPicture {
  eventId: string;
  cameraId: string;
  startedAtUtcMs: number;
  kind: ThumbnailKind;
}

/** Notes pictures that will not come; false when some are of cameras that this core does not have, which are passed over. */
export async function notePicturesLost(
  trx: Work,
  from: { organizationId: string; edgeId: string },
  pictures: readonly LostPicture[],
): Promise<boolean> {
  const cameras = await camerasOfEdge(trx, from, new Set(pictures.map(({ cameraId }) => cameraId)));
  const own = new Set(cameras.map(({ id }) => id));
  const lost = new Map<string, LostPictures>();
  for (const { eventId, cameraId, startedAtUtcMs, kind } of pictures) {
    if (!own.has(cameraId)) continue;
    const key = `${eventId} ${cameraId} ${String(startedAtUtcMs)}`;
    const known = lost.get(key);
    lost.set(key, {
      id: eventId,
      cameraId,
      startedAt: new Date(startedAtUtcMs),
      bits: (known?.bits ?? 0) | lostBit(kind),
    });
  }
  if (lost.size > 0) await markLost(trx, from.organizationId, [...lost.values()]);
  return pictures.every(({ cameraId }) => own.has(cameraId));
}

import type { LiveRoom, LiveSession } from '@sightline/contracts/live/live-room';
import type { RoomNames } from './live-rooms.repository.ts';
import type { LiveView } from './other-views.ts';

const presentSession = (lease: LiveView, people: RoomNames['people'] | null): LiveSession => ({
  id: lease.leaseId,
  userId: lease.userId,
  userName: people?.get(lease.userId) ?? null,
  sinceAt: lease.sinceUtcMs,
  expiresAt: lease.expiresAtUtcMs,
  transport: lease.transport,
  originals: lease.originals,
});

/** The rooms that these leases make up, by camera; `mayName` says of which of them camera, core and people are named. */
export function presentRooms(
  leases: readonly LiveView[],
  names: RoomNames,
  mayName: (cameraId: string) => boolean,
): LiveRoom[] {
  const byCamera = Map.groupBy(leases, ({ cameraId }) => cameraId);
  const rooms = [...byCamera].map(([cameraId, watching]): LiveRoom => {
    const isNamed = mayName(cameraId);
    const camera = isNamed ? names.cameras.get(cameraId) : undefined;
    return {
      name: cameraId,
      organizationId: watching[0]?.organizationId ?? '',
      organizationName: names.organizationName,
      edgeId: watching[0]?.edgeId ?? '',
      cameraName: camera?.name ?? null,
      edgeName: camera?.edgeName ?? null,
      sessions: watching
        .map((lease) => presentSession(lease, isNamed ? names.people : null))
        .toSorted((a, b) => a.sinceAt - b.sinceAt),
    };
  });
  return rooms.toSorted((a, b) => (a.cameraName ?? a.name).localeCompare(b.cameraName ?? b.name));
}

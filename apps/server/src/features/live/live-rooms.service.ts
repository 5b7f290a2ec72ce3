import type { LiveRoom } from '@sightline/contracts/live/live-room';
import { AppError } from '@sightline/contracts/shared/errors';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor, SessionActor } from '../../platform/auth/actor.ts';
import { cameraPaths } from '../cameras/cameras.public.ts';
import { presentRooms } from './live-rooms.presenter.ts';
import { roomNames } from './live-rooms.repository.ts';
import type { LiveService } from './live.service.ts';
import type { LiveView } from './other-views.ts';

/** A page that refreshes itself is one look: it is written down again only after this long. */
const lookMs = 600_000;

/** What live rooms need from the rest of the server. */
export interface LiveRoomsDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  live: Pick<LiveService, 'views' | 'closeAll'>;
}

/** What is to be ended: a whole room, or one session of it. */
interface Target {
  name: string;
  sessionId?: string;
}

interface Ended {
  sessions: number;
}

/** Who watches what, through whatever process of the server, and the end of it by somebody else's will. */
export type LiveRoomsService = ReturnType<typeof createLiveRoomsService>;

const isOf = ({ name, sessionId }: Target, lease: LiveView): boolean =>
  lease.cameraId === name && (sessionId === undefined || lease.leaseId === sessionId);

/** Rooms of one organization. `seenBy`: whose rights decide what is named; nobody's name nothing. */
const roomsOf = (
  database: Database,
  place: { organizationId: string; seenBy: MemberActor | null },
  leases: readonly LiveView[],
): Promise<LiveRoom[]> =>
  database.withOrganization(place.organizationId, async (trx) => {
    const cameraIds = [...new Set(leases.map(({ cameraId }) => cameraId))];
    const names = await roomNames(trx, place.organizationId, {
      cameraIds,
      userIds: [...new Set(leases.map(({ userId }) => userId))],
    });
    const paths = await cameraPaths(trx, place.organizationId, cameraIds);
    return presentRooms(
      leases,
      names,
      (cameraId) => place.seenBy !== null && mayAt(place.seenBy, 'CameraView', paths.get(cameraId) ?? []),
    );
  });

/** Rooms of the own organization; one without a name is of a camera that may not be seen. */
async function visibleRooms(database: Database, actor: MemberActor, leases: readonly LiveView[]): Promise<LiveRoom[]> {
  const rooms =
    leases.length === 0 ? [] : await roomsOf(database, { organizationId: actor.organizationId, seenBy: actor }, leases);
  return rooms.filter(({ cameraName }) => cameraName !== null);
}

/** Ends sessions. Written down before it is done, in the organization whose camera it is. Throws `not_found` when there are none. */
async function endSessions(
  { changes, live }: LiveRoomsDeps,
  actor: SessionActor,
  what: { leases: readonly LiveView[]; target: Target },
): Promise<Ended> {
  const { leases, target } = what;
  const [first] = leases;
  if (!first) throw new AppError('not_found');
  const action = target.sessionId === undefined ? 'liveRoom.remove' : 'liveSession.close';
  const data = { userIds: [...new Set(leases.map(({ userId }) => userId))] };
  await changes.run({ organizationId: first.organizationId, by: actor }, ({ audit }) =>
    audit({ action, entityKind: 'camera', entityId: target.name, data }),
  );
  await live.closeAll(leases);
  return { sessions: leases.length };
}

/** Writes down that somebody of the staff looks, in the own organization or in one that is looked into. */
function createViewLog({ changes, clock, live }: LiveRoomsDeps): (actor: SessionActor) => Promise<void> {
  const lookedAt = new Map<string, number>();
  return async (actor) => {
    const nowMs = clock();
    for (const [sessionId, atMs] of lookedAt) if (nowMs - atMs >= lookMs) lookedAt.delete(sessionId);
    const organizationId = actor.organizationId ?? live.views()[0]?.organizationId;
    // Without an organization, and while nobody watches anything, there is nothing to look into.
    if (lookedAt.has(actor.sessionId) || organizationId === undefined) return;
    await changes.run({ organizationId, by: actor }, ({ audit }) =>
      audit({ action: 'developer.read', entityKind: 'installation', entityId: null, data: { page: 'liveRooms' } }),
    );
    lookedAt.set(actor.sessionId, nowMs);
  };
}

/** Lists and ends live sessions. Members need UserManage and see rooms of cameras that they may see; the staff reaches all. */
export function createLiveRoomsService(deps: LiveRoomsDeps) {
  const { database, live } = deps;
  const note = createViewLog(deps);
  const ofOwn = ({ organizationId }: MemberActor): LiveView[] =>
    live.views().filter((lease) => lease.organizationId === organizationId);
  return {
    list: async (actor: MemberActor): Promise<{ items: LiveRoom[] }> => ({
      items: await visibleRooms(database, actor, ofOwn(actor)),
    }),
    /** Throws `not_found` for a room that is not there, of another organization, or of a camera that the actor may not see. */
    end: async (actor: MemberActor, target: Target): Promise<Ended> => {
      const leases = ofOwn(actor).filter((lease) => isOf(target, lease));
      const isVisible = (await visibleRooms(database, actor, leases)).length > 0;
      return endSessions(deps, actor, { leases: isVisible ? leases : [], target });
    },
    listAll: async (actor: SessionActor): Promise<{ items: LiveRoom[] }> => {
      await note(actor);
      const items: LiveRoom[] = [];
      for (const [organizationId, leases] of Map.groupBy(live.views(), (lease) => lease.organizationId)) {
        const seenBy = actor.organizationId === organizationId ? (actor as MemberActor) : null;
        items.push(...(await roomsOf(database, { organizationId, seenBy }, leases)));
      }
      return { items };
    },
    endAny: (actor: SessionActor, target: Target): Promise<Ended> =>
      endSessions(deps, actor, { leases: live.views().filter((lease) => isOf(target, lease)), target }),
  };
}

import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/http/actor.ts';

/** What one must be allowed to see in order to hear of it: any of these; null for news that every member may have. */
const permissionsOf = (event: RealtimeEvent): readonly Permission[] | null => {
  switch (event.kind) {
    case 'cameras.changed':
    case 'cameras.removed':
    case 'cameras.status':
    case 'cameras.reboot':
      return ['CameraView'];
    case 'edges.changed':
    case 'edges.removed':
    case 'edges.status':
    case 'edges.software':
      return ['CoreView'];
    case 'locations.changed':
    case 'locations.removed':
      return ['LocationView'];
    case 'exports.progress':
      return ['ExportCreate'];
    case 'events.revised':
      // Live pictures, timelines and the search page all show events; each has its own right.
      return ['CameraView', 'PlaybackView', 'SearchView'];
    case 'users.changed':
    case 'permission-groups.changed':
      return ['UserManage'];
    case 'organizations.changed':
    case 'organizations.deleted':
    case 'permissions.changed':
    case 'accounts.changed':
    case 'sessions.ended':
      return null;
  }
};

/** True for news of one's own standing: those who just lost every right hear it too, and only those whom it touches. */
export const isOwnStanding = (event: RealtimeEvent): boolean => event.kind === 'permissions.changed' || event.kind === 'organizations.deleted';

/**
 * True when the actor may hear of an event at the place with this path (locations from the root down, core, camera);
 * an unknown place is nobody's, and what has no place needs the right on the whole organization.
 */
export function mayHear(actor: MemberActor, event: RealtimeEvent, path: readonly string[] | undefined): boolean {
  if (event.kind === 'permissions.changed') return event.userIds?.includes(actor.userId) ?? true;
  if (event.kind === 'accounts.changed') return event.userId === actor.userId;
  const wanted = permissionsOf(event);
  return wanted === null || (path !== undefined && wanted.some((permission) => mayAt(actor, permission, path)));
}

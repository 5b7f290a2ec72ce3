import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/http/actor.ts';

/** What one must be allowed to see in order to hear of it; null for news that every member may have. */
const permissionOf = (event: RealtimeEvent): Permission | null => {
  switch (event.kind) {
    case 'cameras.changed':
    case 'cameras.removed':
    case 'cameras.status':
      return 'CameraView';
    case 'edges.changed':
    case 'edges.removed':
    case 'edges.status':
      return 'CoreView';
    case 'locations.changed':
    case 'locations.removed':
      return 'LocationView';
    case 'exports.progress':
      return 'ExportCreate';
    case 'organizations.changed':
    case 'sessions.ended':
      return null;
  }
};

/** True when the actor may hear of an event at the place with this path; an unknown place is nobody's. */
export function mayHear(actor: MemberActor, event: RealtimeEvent, path: readonly string[] | undefined): boolean {
  const permission = permissionOf(event);
  return permission === null || (path !== undefined && mayAt(actor, permission, path));
}

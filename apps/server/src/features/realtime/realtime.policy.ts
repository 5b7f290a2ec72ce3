import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/http/actor.ts';

/** Rights by which anything is heard. */
export const hearingRights = [
  'CameraView',
  'CoreView',
  'LocationView',
  'ExportCreate',
  'PlaybackView',
  'SearchView',
  'UserManage',
] as const satisfies Permission[];

export type HearingRight = (typeof hearingRights)[number];

/** What one must be allowed to see in order to hear of it: any of these; null for news that every member may have. */
export const rightsToHear = (event: RealtimeEvent): readonly HearingRight[] | null => {
  switch (event.kind) {
    case 'cameras.changed':
    case 'cameras.removed':
    case 'cameras.status':
    case 'cameras.reboot':
    case 'talk.changed':
      return ['CameraView'];
    case 'edges.changed':
    case 'edges.removed':
    case 'edges.status':
    case 'edges.software':
    case 'attention.notice':
      return ['CoreView'];
    case 'locations.changed':
    case 'locations.removed':
    case 'locations.status':
      return ['LocationView'];
    case 'exports.progress':
      return ['ExportCreate'];
    case 'attention.gap':
      return ['PlaybackView'];
    case 'events.revised':
      // Live pictures, timelines and the search page all show events; each has its own right.
      return ['CameraView', 'PlaybackView', 'SearchView'];
    case 'users.changed':
    case 'permission-groups.changed':
      return ['UserManage'];
    // An id alone; whoever may see none of its cores finds nothing under it.
    case 'core-roll-outs.changed':
    case 'organizations.changed':
    case 'organizations.deleted':
    case 'permissions.changed':
    case 'accounts.changed':
    case 'attention.seen':
    case 'sessions.ended':
      return null;
  }
};

/** People to whom alone an event is told; null when it is not for named people. */
export function peopleToHear(event: RealtimeEvent): readonly string[] | null {
  if (event.kind === 'permissions.changed') return event.userIds;
  return event.kind === 'accounts.changed' || event.kind === 'attention.seen' ? [event.userId] : null;
}

/** True for news of one's own standing: those who just lost every right hear it too, and only those whom it touches. */
export const isOwnStanding = (event: RealtimeEvent): boolean =>
  event.kind === 'permissions.changed' || event.kind === 'organizations.deleted';

/**
 * True when the actor may hear of an event at the place with this path (locations from the root down, core, camera);
 * an unknown place is nobody's, and what has no place needs the right on the whole organization.
 */
export const mayHear = (actor: MemberActor, event: RealtimeEvent, path: readonly string[] | undefined): boolean =>
  path !== undefined &&
  (!needsOriginals(event) || mayAt(actor, 'OriginalsView', path)) &&
  (rightsToHear(event)?.some((permission) => mayAt(actor, permission, path)) ?? true);

/** True for news of what a camera hides: who may see originals there hears it, beside the right to hear such news at all. */
export const needsOriginals = (event: RealtimeEvent): boolean =>
  event.kind === 'events.revised' && event.needsOriginals === true;

/** What changes by itself, or is shown where one looks anyway. */
const quiet: ReadonlySet<RealtimeEvent['kind']> = new Set([
  'cameras.status',
  'edges.status',
  'locations.status',
  'talk.changed',
  'events.revised',
  'permissions.changed',
  'accounts.changed',
  'core-roll-outs.changed',
  'attention.gap',
  'attention.notice',
  'attention.seen',
]);

/** How screens speak of an event: a failure is told to its author only, and nobody is told of states in passing. */
export function mannerOf(event: RealtimeEvent): { level: 'INFO' | 'ERROR'; showToast: boolean } {
  const hasFailed = (event.kind === 'exports.progress' || event.kind === 'edges.software') && event.state === 'failed';
  const isUnderWay = event.kind === 'exports.progress' && event.state !== 'done' && event.state !== 'failed';
  return { level: hasFailed ? 'ERROR' : 'INFO', showToast: !quiet.has(event.kind) && !isUnderWay };
}

import { AppError } from '@sightline/contracts/shared/errors';
import type { Scope } from '@sightline/domain/permissions/grant';
import { holds, mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Where the actor may search. */
export const searchableEvents = (actor: MemberActor): Scope => scopeFor(actor, 'SearchView');

/** The event itself when the actor may search its camera; 404 when the camera is not visible, 403 when only the right is missing. */
export const requireEvent = <T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  event: T | undefined,
): T => requireEntity(actor, event, { permission: 'SearchView', view: 'CameraView' });

/** True when the actor may see pictures of what was seen there: in the search or on the timeline. */
export const maySeePictures = (actor: MemberActor, path: readonly string[]): boolean =>
  mayAt(actor, 'SearchView', path) || mayAt(actor, 'PlaybackView', path);

/** True when the actor may know who was recognised. */
export const mayKnowPeople = (actor: MemberActor): boolean => holds(actor, 'OrganizationDatabasePeopleDirectory');

/** True when the actor may know which vehicle was recognised. */
export const mayKnowVehicles = (actor: MemberActor): boolean => holds(actor, 'OrganizationDatabaseVehiclesDirectory');

/** Throws `forbidden` for a search by people of whoever may not know them. */
export function requirePeople(actor: MemberActor, personIds: readonly string[] | undefined): void {
  if (personIds !== undefined && !mayKnowPeople(actor))
    throw new AppError('forbidden', { permission: 'OrganizationDatabasePeopleDirectory' });
}

/** What the screens may offer on an event. */
export const eventRights = (actor: MemberActor, path: readonly string[]): { playback: boolean } => ({
  playback: mayAt(actor, 'PlaybackView', path),
});

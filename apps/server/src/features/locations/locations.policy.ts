import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Location } from '@sightline/contracts/locations/location';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/http/actor.ts';

/** Locations that the actor may see. */
export const visibleLocations = (actor: MemberActor): Scope => scopeFor(actor, 'LocationView');

/** The location itself when the actor may do this with it; 404 or 403 otherwise. */
export const requireLocation = <T extends { locationPath: readonly string[] }>(actor: MemberActor, location: T | undefined, permission: Permission): T =>
  requireEntity(actor, location, { permission, view: 'LocationView' });

/** What the screens may offer on a location. */
export const locationRights = (actor: MemberActor, path: readonly string[]): Location['can'] => ({
  edit: mayAt(actor, 'LocationEdit', path),
  createCore: mayAt(actor, 'CoreCreate', path),
  createCamera: mayAt(actor, 'CameraCreate', path),
});

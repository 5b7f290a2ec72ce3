import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { Location } from '@sightline/contracts/locations/location';
import { carriedScope, mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { LocationSight } from '../../platform/database/scope-sql.ts';

/** Locations that the actor may see. Whoever may do something with a core or a camera may read where it is. */
export const visibleLocations = (actor: MemberActor): LocationSight => ({
  full: scopeFor(actor, 'LocationView'),
  carried: carriedScope(actor),
});

/** True when the actor sees more of a location than its name. */
export const seesLocation = (actor: MemberActor, path: readonly string[]): boolean =>
  mayAt(actor, 'LocationView', path);

/** The location itself when the actor may do this with it; 404 or 403 otherwise. */
export const requireLocation = <T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  location: T | undefined,
  permission: Permission,
): T => requireEntity(actor, location, { permission, view: 'LocationView' });

/** A right that the actor has at one path and not at the other. What originals show is judged by what the cameras hide. */
export const gainedRight = (
  actor: MemberActor,
  path: { before: readonly string[]; after: readonly string[] },
): Permission | undefined =>
  (Object.keys(permissions) as Permission[]).find(
    (permission) =>
      permission !== 'OriginalsView' && mayAt(actor, permission, path.after) && !mayAt(actor, permission, path.before),
  );

/** What the screens may offer on a location. */
export const locationRights = (actor: MemberActor, path: readonly string[]): Location['can'] => ({
  edit: mayAt(actor, 'LocationEdit', path),
  remove: mayAt(actor, 'LocationDelete', path),
  createCore: mayAt(actor, 'CoreCreate', path),
  createCamera: mayAt(actor, 'CameraCreate', path),
});

import type { Edge } from '@sightline/contracts/edges/edge';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Cores that the actor may see. */
export const visibleEdges = (actor: MemberActor): Scope => scopeFor(actor, 'CoreView');

/** The core itself when the actor may do this with it; 404 or 403 otherwise. */
export const requireEdge = <T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  edge: T | undefined,
  permission: Permission,
): T => requireEntity(actor, edge, { permission, view: 'CoreView' });

/** What the screens may offer on a core. */
export const edgeRights = (actor: MemberActor, path: readonly string[]): Edge['can'] => ({
  edit: mayAt(actor, 'CoreEdit', path),
  remove: mayAt(actor, 'CoreDelete', path),
  createCamera: mayAt(actor, 'CameraCreate', path),
});

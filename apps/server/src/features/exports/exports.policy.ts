import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Cameras whose exports the actor may see. */
export const exportableCameras = (actor: MemberActor): Scope => scopeFor(actor, 'ExportCreate');

/** The export itself when the actor may export its camera; 404 or 403 otherwise. */
export const requireExport = <T extends { entityPath: readonly string[] }>(actor: MemberActor, row: T | undefined): T =>
  requireEntity(actor, row, { permission: 'ExportCreate', view: 'CameraView' });

/** True when the actor may have footage of a camera at this place with nothing hidden. */
export const maySeeOriginals = (actor: MemberActor, entityPath: readonly string[]): boolean =>
  mayAt(actor, 'OriginalsView', entityPath);

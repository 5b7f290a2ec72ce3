import type { Alert } from '@sightline/contracts/alerts/alert';
import type { Scope } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { mayAt, requireEntity, scopeFor } from '../../platform/auth/entity-right.ts';

/** Where the actor sees alerts. */
export const visibleAlerts = (actor: MemberActor): Scope => scopeFor(actor, 'AlertMonitoring');

/** The alert itself when the actor may see it, and with that handle it. Throws `not_found`. */
export const requireAlert = <T extends { entityPath: readonly string[] }>(actor: MemberActor, row: T | undefined): T =>
  requireEntity(actor, row, { permission: 'AlertMonitoring', view: 'AlertMonitoring' });

/** What the screens may offer on an alert. Footage of a camera that was deleted, nobody can play. */
export const alertRights = (
  actor: MemberActor,
  { entityPath, cameraDeletedAt }: { entityPath: readonly string[]; cameraDeletedAt: Date | null },
): Alert['can'] => ({
  playback: cameraDeletedAt === null && mayAt(actor, 'PlaybackView', entityPath),
  handle: mayAt(actor, 'AlertMonitoring', entityPath),
  share: cameraDeletedAt === null && mayAt(actor, 'ExportCreate', entityPath),
});

/** Whether nothing of the organization's alerts is kept from the actor: numbers that count over all of them tell nothing then. */
export const seesEvery = (actor: MemberActor): boolean =>
  (['AlertMonitoring', 'OriginalsView'] as const).every((permission) => scopeFor(actor, permission).whole);

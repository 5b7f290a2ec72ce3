import { requireEntity } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** The location itself when the actor sees more of it than its name; 404 otherwise. */
export const requireSeenLocation = <T extends { entityPath: readonly string[] }>(
  actor: MemberActor,
  location: T | undefined,
): T => requireEntity(actor, location, { permission: 'LocationView', view: 'LocationView' });

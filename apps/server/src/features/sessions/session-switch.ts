import type { Session } from '@sightline/contracts/sessions/session';
import { AppError } from '@sightline/contracts/shared/errors';
import type { SessionActor } from '../../platform/auth/actor.ts';
import type { Admission } from './sign-in/session-admission.ts';
import type { SessionActors } from './callers/session-actor.ts';
import { organizationsOf, type DescribeSession } from './session-description.ts';
import { findOrigin } from './session-origin.repository.ts';
import type { SessionsDeps } from './session-parts.ts';
import { setActiveOrganization } from './sessions.repository.ts';

type SwitchDeps = Pick<SessionsDeps, 'database' | 'changes'> & {
  actors: SessionActors;
  admission: Admission;
  describe: DescribeSession;
};

/** Makes another of the own organizations the active one, where it admits the session. */
export function createSessionSwitch({ database, changes, actors, admission, describe }: SwitchDeps) {
  return async (actor: SessionActor, organizationId: string, address: string): Promise<Session> => {
    const [organizations, origin] = await Promise.all([
      organizationsOf(database, actor.userId),
      findOrigin(database, actor.sessionId),
    ]);
    if (!origin) throw new AppError('unauthenticated');
    if (!organizations.some((organization) => organization.organizationId === organizationId))
      throw new AppError('not_found');
    const refused = await admission.refusal(organizationId, origin, address);
    if (refused) throw new AppError(refused);
    await setActiveOrganization(database, actor.sessionId, organizationId);
    // Helpers are known by where they come from, from their first step on.
    const viaOrganizationId = (await actors.rightsOf({ sessionId: actor.sessionId, organizationId }))
      ?.viaOrganizationId;
    const by = { userId: actor.userId, sessionId: actor.sessionId, address, viaOrganizationId };
    const data = { from: actor.organizationId };
    await changes.run({ organizationId, by }, ({ audit }) =>
      audit({ action: 'session.switch', entityKind: 'organization', entityId: organizationId, data }),
    );
    return describe({ sessionId: actor.sessionId, userId: actor.userId, organizationId });
  };
}

import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { WaitingSignIn } from './mfa-challenges.repository.ts';
import { organizationsOf } from '../session-description.ts';
import type { SessionClient, SessionsDeps } from '../session-parts.ts';

/** Writes who came in, and who was turned away, into the audit of organizations. */
export function createSignInAudit({ database, changes }: Pick<SessionsDeps, 'database' | 'changes'>) {
  const notify = async (
    userId: string,
    method: 'session.signIn' | 'session.signInRefused',
    said: { organizationIds: string[]; sessionId?: string; data: Record<string, unknown> },
  ) => {
    for (const organizationId of said.organizationIds) {
      const by = { userId, sessionId: said.sessionId ?? null, address: said.data['address'] as string };
      await changes.run({ organizationId, by }, ({ audit }) =>
        audit({ action: method, entityKind: 'user', entityId: userId, data: said.data }),
      );
    }
  };

  /** Written into every organization of the person: each of them is what somebody tried to get into. */
  const refuse = async (person: WaitingSignIn, client: SessionClient, reason: ErrorCode): Promise<void> => {
    const organizations = await organizationsOf(database, person.userId);
    const organizationIds = organizations.map(({ organizationId }) => organizationId);
    await notify(person.userId, 'session.signInRefused', {
      organizationIds,
      data: { reason, ...client, authProviderId: person.authProviderId },
    });
  };

  return { notify, refuse };
}

export type SignInAudit = ReturnType<typeof createSignInAudit>;

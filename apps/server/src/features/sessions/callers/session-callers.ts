import type { MemberOf } from '../../../platform/auth/held-open.ts';
import type { SessionActor } from '../../../platform/auth/actor.ts';
import type { SessionActors } from './session-actor.ts';
import type { Admission } from '../sign-in/session-admission.ts';
import type { SessionsDeps } from '../session-parts.ts';

/** Who calls, by session or key, and what bars the caller from its organization. */
export function createSessionCallers({
  keys,
  actors,
  admission,
}: Pick<SessionsDeps, 'keys'> & { actors: SessionActors; admission: Admission }) {
  return {
    /** Who bears this access token now; null when it is no token of ours or its session has ended. */
    actorOf: (token: string): Promise<SessionActor | null> => actors.actorOf(token, undefined),
    /** The same for a call from an address, with what bars it from its organization. */
    callerOf: async (token: string, address: string): Promise<SessionActor | null> => {
      const actor = keys.looksLikeKey(token) ? await keys.callerOf(token) : await actors.actorOf(token, address);
      return (
        actor && { ...actor, address, barredBy: (await admission.barOf(actor, { address, isCall: true })) ?? undefined }
      );
    },
    /** The same for what stays open: whoever is barred from the organization hears nothing of it. */
    listenerOf: async (token: string, address: string): Promise<SessionActor | null> => {
      const actor = await actors.actorOf(token, address);
      const isBarred = actor !== null && (await admission.barOf(actor, { address })) !== null;
      return isBarred ? { ...actor, organizationId: null, grants: [] } : actor;
    },
    /**
     * The member behind a session as it is now, for what outlives a call; null when the session ended, is barred, or its person
     * left. `address` is from where it is held open or fetched; without one counts where the session was seen last.
     */
    memberOf: (async (claims) => {
      const member = (await keys.memberOf(claims)) ?? (await actors.memberOf(claims));
      const isBarred = member !== null && (await admission.barOf(member, { address: claims.address ?? null })) !== null;
      return member === null || isBarred ? null : { ...member, address: claims.address };
    }) satisfies MemberOf,
  };
}

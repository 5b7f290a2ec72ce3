import type { MemberActor } from './actor.ts';

/** What outlives a call (a socket, a live view, a signed address of a picture): whose it is, and from where it is used. */
export interface HeldOpen {
  sessionId: string;
  organizationId: string;
  /** As the trusted proxies say it; without one counts where the session was seen last. */
  address?: string | undefined;
}

/** The member behind something that is held open, with rights as they are now; null when it must not be open any more. */
export type MemberOf = (claims: HeldOpen) => Promise<MemberActor | null>;

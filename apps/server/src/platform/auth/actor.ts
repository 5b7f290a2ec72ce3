import type { CallDefinition } from '@sightline/contracts/shared/call';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Grant } from '@sightline/domain/permissions/grant';

/** Somebody who is signed in, perhaps in no organization yet. */
export interface SessionActor {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  grants: readonly Grant[];
  /** Looks after the whole installation: calls of the staff exist for this person. */
  isStaff: boolean;
  /** From where the call came, as the trusted proxies say it; absent for work of the server itself. */
  address: string | undefined;
  /** The organization through which a helper came; absent for members. */
  viaOrganizationId?: string | undefined;
  /** The key by which a program calls; the grants are then those of its maker, narrowed to its scopes. */
  apiKeyId?: string | undefined;
  /** Why the organization cannot be used by this call: its network, or a second factor that is missing. */
  barredBy?: ErrorCode | undefined;
}

/** Somebody who works in an organization. Rights are read anew for every call. */
export interface MemberActor extends SessionActor {
  organizationId: string;
}

/** What a handler may rely on, from the permission that its call declares. */
export type ActorOf<C extends CallDefinition> = C['permission'] extends 'public'
  ? SessionActor | null
  : C['permission'] extends 'signedIn'
    ? SessionActor
    : MemberActor;

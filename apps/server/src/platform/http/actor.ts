import type { CallDefinition } from '@sightline/contracts/shared/call';
import type { Grant } from '@sightline/domain/permissions/grant';

/** Somebody who is signed in, perhaps in no organization yet. */
export interface SessionActor {
  userId: string;
  sessionId: string;
  organizationId: string | null;
  grants: readonly Grant[];
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

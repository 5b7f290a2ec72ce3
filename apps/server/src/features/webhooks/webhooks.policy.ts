import { AppError } from '@sightline/contracts/shared/errors';
import { messageKinds, type MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { scopeFor } from '../../platform/auth/entity-right.ts';

const isKind = (kind: string): kind is MessageKind => Object.hasOwn(messageKinds, kind);

/** Whether somebody may see everything that messages of a kind tell. What this server does not know is seen by nobody. */
export const maySee = (actor: MemberActor, kind: string): boolean =>
  isKind(kind) && scopeFor(actor, messageKinds[kind].permission).whole;

/** Nobody has told outside what they may not see themselves. Throws `grant_exceeds_own`. */
export function requireOwn(actor: MemberActor, kinds: readonly MessageKind[]): void {
  if (!kinds.every((kind) => maySee(actor, kind))) throw new AppError('grant_exceeds_own');
}

import type { MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import type { ChangeWork } from '../database/changes.ts';
import { hookPoint } from '../features/hooks.ts';

/** Something that happened, as it is told to places outside that asked for it. */
export interface OutwardMessage {
  kind: MessageKind;
  /** Names this message among all of the organization: said again, it is the same one. */
  key: string;
  /** What it is about; messages about one thing arrive in their order. */
  aboutId: string;
  atUtcMs: number;
  /** Where people see it. */
  path: string;
  /** It is dropped last when a receiver takes nothing. */
  isUrgent: boolean;
  /** What is told: no secrets, pictures or signed addresses, and less than 16 kB as JSON. */
  data: Record<string, unknown>;
}

/**
 * Things happened of which places outside may want to be told, in this order; called in the transaction of what happened, so that there are
 * both or neither. Whoever tells something declares its kinds in the contract; who listens is none of its business.
 */
export const outward =
  hookPoint<[work: ChangeWork, organizationId: string, messages: readonly OutwardMessage[]]>('outward messages');

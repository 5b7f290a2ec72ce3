import { alertMessageKinds } from '../alerts/alert-message-kinds.ts';
import type { Permission } from '../shared/permissions.ts';

/**
 * Everything that an organization can have told outside, one line for each noun that tells something. `permission`: what somebody must
 * hold on the whole organization to have it told. Plain values: screens offer them without the schemas.
 */
export const messageKinds = {
  ...alertMessageKinds,
} as const satisfies Record<string, { permission: Permission }>;

export type MessageKind = keyof typeof messageKinds;

/** The kinds, in the order in which screens list them. */
export const messageKindList = Object.keys(messageKinds) as [MessageKind, ...MessageKind[]];

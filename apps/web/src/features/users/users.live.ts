import { usersCalls } from '@sightline/contracts/users/users.api';
import { callKey } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads people, invitations and helping organizations again when somebody changed them. */
export const startLive = (): (() => void) => {
  const refresh = (): void =>
    [usersCalls.list, usersCalls.listInvites, usersCalls.listSupport].forEach((call) => refreshSoon(callKey(call)));
  // Names of groups stand beside people.
  const stops = [onEvent('users.changed', refresh), onEvent('permission-groups.changed', refresh)];
  return () => stops.forEach((stop) => stop());
};

import { queryClient } from '../platform/api/query-client.ts';
import { onSharedSession } from '../platform/session/session-channel.ts';
import { acceptSession, forgetSession } from '../platform/session/session-renewal.ts';
import { currentSession } from '../platform/session/session-store.ts';

/** Follows what other tabs of this browser do with the session: renew it, switch the organization, sign out. */
export const listenToOtherTabs = (): void => {
  onSharedSession((message) => {
    if (message.type === 'ended') {
      forgetSession();
      queryClient.clear();
      return;
    }
    const before = currentSession();
    acceptSession(message.session);
    // What is cached belongs to the organization before.
    if (before !== null && before.activeOrganizationId !== message.session.activeOrganizationId) queryClient.clear();
  });
};

import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import { call } from '../../platform/api/client.ts';
import { keepLocalGrants } from '../../features/live/local/local-grant-keeper.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { logProblem } from '../../platform/log/log.ts';
import { freshMediaTokens } from '../../platform/media-tokens/media-token-keeper.ts';
import { keepLastContact } from '../../platform/realtime/last-contact.ts';
import { renewNotifications } from '../../platform/push/push-device.ts';

/** What is loaded after the first screen shows, and is missed by nobody meanwhile. */
export const loadUnhurried = async (isUsable: boolean): Promise<void> => {
  void renewNotifications();
  keepLocalGrants();
  keepLastContact();
  if (!isUsable) return;
  try {
    await freshMediaTokens({
      read: () => call(accountsCalls.getProfile, {}),
      renew: (kind) => call(accountsCalls.renewMediaToken, { body: { kind } }),
      nowUtcMs: serverNowUtcMs,
    });
  } catch (failure) {
    logProblem('The tokens of push-to-talk and voicemail could not be read', failure);
  }
};

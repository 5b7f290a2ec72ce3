import { accountsCalls } from '@sightline/contracts/accounts/accounts.api';
import type { UserSettings } from '@sightline/contracts/accounts/account';
import { call, callKey } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { refetchSession } from '../../platform/session/session-actions.ts';

/** What is shown of the account is read anew, and so is the session, which carries names and settings into every tab. */
export const accountChanged = async (): Promise<void> => {
  await Promise.all([refetchSession(), queryClient.invalidateQueries({ queryKey: callKey(accountsCalls.getProfile) })]);
};

/** Keeps choices of the person on the server, and applies them here and in the other tabs. */
export const saveSettings = async (change: Partial<UserSettings>): Promise<void> => {
  await call(accountsCalls.updateSettings, { body: change });
  await accountChanged();
};

import { useAppInfo } from '../../../platform/app-info/app-info.ts';
import { useSession } from '../../../platform/session/session-store.ts';
import { seesDeveloperMenu } from '../../../platform/routes/guard-rules.ts';

/** Whether the menu of developers belongs on the screen. */
export const useSeesDeveloperMenu = (): boolean => {
  const { user } = useSession();
  return seesDeveloperMenu(user, useAppInfo()?.environment === 'development');
};

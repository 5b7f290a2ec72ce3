import { appInfoCalls } from '@sightline/contracts/app-info/app-info.api';
import type { AppInfo } from '@sightline/contracts/app-info/app-info';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { logProblem } from '../log/log.ts';

/** General options of the installation. They change with a restart of the server only. */
export const appInfoQuery = () => ({ ...callQuery(appInfoCalls.get, {}), staleTime: Number.POSITIVE_INFINITY });

/** General options on a screen; undefined until they came. */
export const useAppInfo = (): AppInfo | undefined => useQuery(appInfoQuery()).data;

/** Whether this installation is one for development; where nobody answers it counts as one for work. */
export const isDevelopment = async (): Promise<boolean> => {
  try {
    return (await queryClient.ensureQueryData(appInfoQuery())).environment === 'development';
  } catch (unanswered) {
    logProblem('The general options could not be read', unanswered);
    return false;
  }
};

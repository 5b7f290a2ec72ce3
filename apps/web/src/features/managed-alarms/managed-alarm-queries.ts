import type { ManagedAlarm } from '@sightline/contracts/managed-alarms/managed-alarm';
import { managedAlarmStatus } from '@sightline/contracts/managed-alarms/managed-alarm-status';
import { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { call, callKey, callQuery } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { managerStore, type ManagerStatus } from './manager-store.ts';

interface ManagedRequest {
  /** From 1. */
  page: number;
  limit: number;
  status: ManagerStatus | undefined;
}

/** One page of managed alarms, newest first. */
export const managedPage = ({ page, limit, status }: ManagedRequest) =>
  callQuery(managedAlarmsCalls.list, {
    query: { page, limit, ...(status === undefined ? {} : { status: managedAlarmStatus[status] }) },
  });

/** Reads the figures into the store. */
export const managedStats = () => ({
  queryKey: callKey(managedAlarmsCalls.stats, {}),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const stats = await call(managedAlarmsCalls.stats, {}, { signal });
    managerStore.setState({ stats });
    return stats;
  },
});

export const managedById = (id: string) => callQuery(managedAlarmsCalls.get, { params: { id } });

/** The alerts of a managed alarm that the reader may see. */
export const alertsOfManaged = (id: string) => callQuery(managedAlarmsCalls.alerts, { params: { id } });

/** Reads again what is shown of managed alarms: of all of them, or of one besides the list. */
export const refreshManaged = (id?: string): void => {
  const { list, stats, get, alerts } = managedAlarmsCalls;
  const request = id === undefined ? undefined : { params: { id } };
  for (const key of [callKey(list), callKey(stats), callKey(get, request), callKey(alerts, request)]) refreshSoon(key);
};

/** Closes an alarm in the name of somebody. */
export const closeManaged = async (id: string, userId: string): Promise<ManagedAlarm> => {
  managerStore.setState({ close: { id, userId } });
  try {
    const closed = await call(managedAlarmsCalls.close, { params: { id }, body: { userId } });
    queryClient.setQueryData(managedById(id).queryKey, closed);
    return closed;
  } finally {
    managerStore.setState({ close: null });
    refreshManaged(id);
  }
};

/** Has the server look for alarms that nobody closed in time, then reads all of them again. Answers how many it found. */
export const checkTimeouts = async (): Promise<number> => {
  const { updatedCount } = await call(managedAlarmsCalls.checkTimeouts, { body: {} });
  managerStore.setState({ updatedCount });
  const { list, stats, get, alerts } = managedAlarmsCalls;
  await Promise.all([list, stats, get, alerts].map((one) => queryClient.invalidateQueries({ queryKey: callKey(one) })));
  return updatedCount;
};

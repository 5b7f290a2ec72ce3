import type { DispatchAlarm, DispatchAlarmInput } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmsCalls } from '@sightline/contracts/dispatch-alarms/dispatch-alarms.api';
import { locationsCalls } from '@sightline/contracts/locations/locations.api';
import { startOfDay, startOfDayNamed } from '@sightline/domain/time/zone-time';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { call, callAll, callKey, callPages, callQuery } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';

const rowsPerPage = 50;

/** Alarms that nobody canceled yet, newest first. */
export const activeAlarms = () => callPages(dispatchAlarmsCalls.active, { query: { limit: rowsPerPage } });

/** Alarms that were canceled, the last one first. */
export const canceledAlarms = () => callPages(dispatchAlarmsCalls.canceled, { query: { limit: rowsPerPage } });

/** What the history is narrowed to, as it stands in the address. */
export interface HistoryFilters {
  /** Days as `yyyy-mm-dd`, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Id of a site. */
  site?: string | undefined;
}

/** The instants between which alarms were dispatched, by days of a zone; open sides stay open. */
export function daysAsked({ from, to }: HistoryFilters, timeZone: string): { fromDate?: number; toDate?: number } {
  const first = startOfDayNamed(from ?? '', timeZone);
  const last = startOfDayNamed(to ?? '', timeZone);
  return {
    ...(first !== null && { fromDate: first }),
    ...(last !== null && { toDate: startOfDay(last, timeZone, 1) - 1 }),
  };
}

/** All alarms, newest first. */
export const alarmHistory = (filters: HistoryFilters, timeZone: string) =>
  callPages(dispatchAlarmsCalls.history, {
    query: {
      limit: rowsPerPage,
      ...daysAsked(filters, timeZone),
      ...(filters.site === undefined ? {} : { locationId: filters.site }),
    },
  });

/** Whether a location has an active alarm, and which. */
export const alarmAt = (locationId: string) => callQuery(dispatchAlarmsCalls.check, { params: { locationId } });

/** Sites for choosing one. */
export const sitesOfAlarms = () => callAll(locationsCalls.list, { query: { limit: 200 } });

const { active, canceled, history, check, get } = dispatchAlarmsCalls;

/** Reads again what is shown of an alarm and its location. */
export function refreshDispatches({ id, locationId }: Pick<DispatchAlarm, 'id' | 'locationId'>): void {
  for (const list of [active, canceled, history]) refreshSoon(callKey(list));
  refreshSoon(callKey(get, { params: { id } }));
  refreshSoon(callKey(check, { params: { locationId } }));
}

interface FailedReading {
  what: 'active' | 'canceled' | 'history';
  failure: unknown;
}

/** Reads lists again; answers which of them could not be read. */
async function readAgain(lists: Partial<Record<FailedReading['what'], readonly unknown[]>>): Promise<FailedReading[]> {
  const names = Object.keys(lists) as FailedReading['what'][];
  const readings = names.map(async (what) => {
    await queryClient.invalidateQueries({ queryKey: lists[what] ?? [] });
    const failed = queryClient.getQueriesData({ queryKey: lists[what] ?? [] });
    const failure = failed.map(([key]) => queryClient.getQueryState(key)?.error).find((one) => one != null);
    return failure === undefined ? [] : [{ what, failure }];
  });
  return (await Promise.all(readings)).flat();
}

export const readAlarms = (): Promise<FailedReading[]> =>
  readAgain({ active: callKey(active), canceled: callKey(canceled) });

export const readHistory = (): Promise<FailedReading[]> => readAgain({ history: callKey(history) });

/** Shows at once what was answered of a location. */
function keepAnswer(alarm: DispatchAlarm): DispatchAlarm {
  const isActive = alarm.status === 1;
  queryClient.setQueryData(alarmAt(alarm.locationId).queryKey, { isActive, alarm: isActive ? alarm : null });
  refreshDispatches(alarm);
  return alarm;
}

/** Asks the monitoring service for help. */
export const createAlarm = async (
  input: Partial<DispatchAlarmInput> & { locationId: string },
): Promise<DispatchAlarm> => keepAnswer(await call(dispatchAlarmsCalls.create, { body: input }));

export const cancelAlarm = async (id: string): Promise<DispatchAlarm> =>
  keepAnswer(await call(dispatchAlarmsCalls.cancel, { params: { id }, body: {} }));

import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import { armedAlarmsCalls } from '@sightline/contracts/armed-alarms/armed-alarms.api';
import type { ArmedState } from '@sightline/contracts/armed-alarms/arming';
import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { patchCached } from '../../platform/api/cached-items.ts';
import { call, callKey, callPages, callQuery } from '../../platform/api/client.ts';
import { queryClient } from '../../platform/api/query-client.ts';

/** What the list of alarms is narrowed to, as it stands in the address. */
export interface AlarmFilters {
  /** Text of the name. */
  q?: string | undefined;
  status?: ArmedState | undefined;
}

/** Alarms by their names, page by page. */
export const alarmPages = ({ q, status }: AlarmFilters) =>
  callPages(armedAlarmsCalls.list, {
    query: {
      limit: 20,
      ...(q === undefined || q.trim() === '' ? {} : { query: q.trim() }),
      ...(status === undefined ? {} : { status }),
    },
  });

/** One alarm. */
export const alarmById = (id: string) => callQuery(armedAlarmsCalls.get, { params: { id } });

/** Rules and schedules that an alarm can have. */
export const rulesForAlarms = () => callQuery(alertRulesCalls.list, { query: { limit: 200 } });
export const schedulesForAlarms = () => callQuery(schedulesCalls.names, {});

/** Arms or disarms by hand. */
export const armAlarm = ({ id }: Pick<ArmedAlarm, 'id'>, state: ArmedState): Promise<ArmedAlarm> =>
  call(armedAlarmsCalls.arm, { params: { id }, body: { state } });

export const removeAlarm = ({ id }: Pick<ArmedAlarm, 'id'>): Promise<object> =>
  call(armedAlarmsCalls.remove, { params: { id } });

/** Writes an answered alarm wherever it is shown. */
export const showAlarm = (alarm: ArmedAlarm): void =>
  patchCached<ArmedAlarm>(
    { lists: callKey(armedAlarmsCalls.list), one: callKey(armedAlarmsCalls.get), id: alarm.id },
    () => alarm,
  );

/** Reads the list of alarms again. */
export const refreshAlarms = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: callKey(armedAlarmsCalls.list) });

import { z } from 'zod';
import { alert, alertDetail } from '../alerts/alert.ts';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { managedAlarm } from './managed-alarm.ts';

const instant = z.coerce.number().pipe(utcMs).optional();
/** Alerts that the caller may not see are left out, and counted. */
const alertsOf = <T extends z.ZodType>(one: T) => z.object({ items: z.array(one), hiddenCount: z.number().int() });

export const managedAlarmsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/managed-alarms',
    permission: 'AlarmManagementEdit',
    summary: 'Lists managed alarms, newest first, in pages of 20 that are counted from 1.',
    query: z.object({
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      /** 0 active, 1 timed out, 2 closed. */
      status: z.coerce.number().int().min(0).max(2).optional(),
      locationId: id.optional(),
      /** Opened within this time. */
      fromDate: instant,
      toDate: instant,
    }),
    output: z.object({
      items: z.array(managedAlarm),
      page: z.number().int(),
      limit: z.number().int(),
      total: z.number().int(),
      totalPages: z.number().int(),
    }),
  }),
  stats: defineCall({
    method: 'GET',
    path: '/api/v1/managed-alarms/stats',
    permission: 'AlarmManagementEdit',
    summary:
      'How many there are of each status, how many were opened in the last 24 hours, and how long closing takes.',
    output: z.object({
      active: z.number().int(),
      timeout: z.number().int(),
      closed: z.number().int(),
      openedLastDay: z.number().int(),
      /** Median of those that were closed in the last 30 days; null: none was. */
      medianCloseS: z.number().nullable(),
      /** So long after its last alert one that nobody closed times out. */
      timeoutMinutes: z.number().int(),
    }),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/managed-alarms/{id}',
    permission: 'AlarmManagementEdit',
    summary: 'Answers one managed alarm.',
    params: idParams,
    output: managedAlarm,
  }),
  alerts: defineCall({
    method: 'GET',
    path: '/api/v1/managed-alarms/{id}/alerts',
    permission: 'AlarmManagementEdit',
    summary: 'Its alerts that the caller may see, newest first, at most 200.',
    params: idParams,
    output: alertsOf(alert),
  }),
  alertDetails: defineCall({
    method: 'GET',
    path: '/api/v1/managed-alarms/{id}/alert-details',
    permission: 'AlarmManagementEdit',
    summary: 'The newest 20 of its alerts that the caller may see, with their comments.',
    params: idParams,
    output: alertsOf(alertDetail),
  }),
  close: defineCall({
    method: 'PUT',
    path: '/api/v1/managed-alarms/{id}/close',
    permission: 'AlarmManagementEdit',
    summary: 'Closes it in the name of the caller, or with a key in that of a member. Its alerts stay as they are.',
    params: idParams,
    /** Absent: the caller. */
    body: z.object({ userId: z.string().min(1).max(64).optional() }),
    output: managedAlarm,
    errors: ['conflict'],
  }),
  checkTimeouts: defineCall({
    method: 'POST',
    path: '/api/v1/managed-alarms/check-timeouts',
    permission: 'AlarmManagementEdit',
    summary: 'Looks now for alarms that nobody closed in time, as the server does by itself every 15 seconds.',
    body: z.object({}),
    output: z.object({ updatedCount: z.number().int() }),
  }),
};

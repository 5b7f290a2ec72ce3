import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { armedAlarm, armedAlarmInput } from './armed-alarm.ts';
import { armedState } from './arming.ts';

const faults = ['name_taken', 'schedule_unknown', 'too_many'] as const;
const instant = z.coerce.number().pipe(utcMs).optional();

export const armedAlarmsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/armed-alarms',
    permission: 'AlarmManagementEdit',
    summary: 'Lists armed alarms by their names, in pages of 20.',
    query: pageQuery.extend({
      limit: z.coerce.number().int().min(1).max(200).default(20),
      query: z.string().trim().max(120).optional(),
      /** Whether they are armed now. */
      status: armedState.optional(),
      /** Those with a rule that watches there or below. */
      locationId: id.optional(),
      /** Changed, armed or disarmed by hand within this time. */
      fromDate: instant,
      toDate: instant,
    }),
    output: listOf(armedAlarm),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/armed-alarms/{id}',
    permission: 'AlarmManagementEdit',
    summary: 'Answers one armed alarm.',
    params: idParams,
    output: armedAlarm,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/armed-alarms',
    permission: 'AlarmManagementEdit',
    summary: 'Adds an alarm, disarmed until its schedule or somebody arms it. Its rules alert only while it is armed.',
    body: armedAlarmInput,
    output: armedAlarm,
    status: 201,
    errors: [...faults],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/armed-alarms/{id}',
    permission: 'AlarmManagementEdit',
    summary: 'Changes an alarm. What was said by hand stays; cores follow at once.',
    params: idParams,
    body: armedAlarmInput.extend({ revision: z.number().int() }),
    output: armedAlarm,
    errors: [...faults, 'conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/armed-alarms/{id}',
    permission: 'AlarmManagementEdit',
    summary: 'Deletes an alarm. Its rules stay and alert at any time that they allow; what it managed stays, too.',
    params: idParams,
    output: z.object({}),
  }),
  arm: defineCall({
    method: 'POST',
    path: '/api/v1/armed-alarms/{id}/arm',
    permission: 'AlarmManagementEdit',
    summary: 'Arms or disarms by hand. It holds for the minutes of the alarm, else to the next change of its schedule.',
    params: idParams,
    body: z.object({ state: armedState }),
    output: armedAlarm,
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { dispatchAlarm, dispatchAlarmInput, dispatchPlan } from './dispatch-alarm.ts';

const instant = z.coerce.number().pipe(utcMs).optional();

const filters = pageQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(20),
  /** With everything below it. */
  locationId: id.optional(),
  /** Dispatched within this time. */
  fromDate: instant,
  toDate: instant,
});

export const dispatchAlarmsCalls = {
  active: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/active',
    permission: 'AlarmManagementEdit',
    summary: 'Lists active alarms, the newest first, in pages of 20; also those that the monitoring service never got.',
    query: filters,
    output: listOf(dispatchAlarm),
  }),
  canceled: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/canceled',
    permission: 'AlarmManagementEdit',
    summary: 'Lists canceled alarms, those canceled last first, in pages of 20.',
    query: filters,
    output: listOf(dispatchAlarm),
  }),
  history: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/history',
    permission: 'AlarmManagementEdit',
    summary: 'Lists all alarms, the newest first, in pages of 20.',
    query: filters,
    output: listOf(dispatchAlarm),
  }),
  check: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/check/{locationId}',
    permission: 'AlarmManagementEdit',
    summary: 'Tells whether a location has an active alarm, and which.',
    params: z.object({ locationId: id }),
    output: z.object({ isActive: z.boolean(), alarm: dispatchAlarm.nullable() }),
  }),
  service: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/service',
    permission: 'AlarmManagementEdit',
    summary: 'Tells whether the organization has a monitoring service installed.',
    output: z.object({ isInstalled: z.boolean() }),
  }),
  plan: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/plan/{locationId}',
    permission: 'AlarmManagementEdit',
    summary:
      'Tells where help would be sent from a location and whom the monitoring service would call back, so that people see it before they dispatch.',
    params: z.object({ locationId: id }),
    output: dispatchPlan,
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/dispatch-alarms/{id}',
    permission: 'AlarmManagementEdit',
    summary: 'Answers one alarm.',
    params: idParams,
    output: dispatchAlarm,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/dispatch-alarms',
    permission: 'AlarmManagementEdit',
    summary:
      'Writes an alarm down and sends it to the monitoring service right after; `delivery` tells whether that has it. One that was refused before gives way to it.',
    body: dispatchAlarmInput,
    output: dispatchAlarm,
    status: 201,
    errors: ['dispatch_not_installed', 'dispatch_quota_used', 'dispatch_incomplete', 'dispatch_active'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/dispatch-alarms/{id}/cancel',
    permission: 'AlarmManagementEdit',
    summary:
      'Cancels an alarm. One that was not sent yet is never sent; otherwise the monitoring service is told, and `cancellation` tells whether it knows.',
    params: idParams,
    body: z.object({}),
    output: dispatchAlarm,
    errors: ['dispatch_canceled'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/dispatch-alarms/{id}',
    permission: 'AlarmManagementEdit',
    summary: 'Deletes the record of a canceled alarm. It goes on counting against the quota of its month.',
    params: idParams,
    output: z.object({}),
    errors: ['dispatch_active'],
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, utcMs, visibleLines } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { eventSeverity } from '../events/event.ts';
import { alert, alertDetail, alertFilters, alertFlood, alertHandling, alertOutcome } from './alert.ts';

const revision = z.number().int();
const parts = z
  .string()
  .max(200)
  .transform((text) => text.split(',').filter((part) => part !== ''));
/** Several values are given as `a,b`. */
const filters = {
  ...alertFilters.shape,
  handling: parts.pipe(z.array(alertHandling).max(3)).optional(),
  severity: parts.pipe(z.array(eventSeverity).max(3)).optional(),
};

export const alertsCalls = {
  queue: defineCall({
    method: 'GET',
    path: '/api/v1/alerts',
    permission: 'AlertMonitoring',
    summary: 'Lists alerts, newest first, by default those that nobody is done with.',
    query: pageQuery.extend({
      ...filters,
      flood: z
        .union([z.literal('none'), id])
        .optional()
        .describe('`none`: only those that are not collapsed; the ID of a flood: only those of it'),
    }),
    output: listOf(alert),
  }),
  floods: defineCall({
    method: 'GET',
    path: '/api/v1/alert-floods',
    permission: 'AlertMonitoring',
    summary:
      'Rules and cameras with so many alerts that they are collapsed in the queue, as long as some of them wait.',
    output: z.object({ items: z.array(alertFlood) }),
  }),
  floodDone: defineCall({
    method: 'POST',
    path: '/api/v1/alert-floods/{id}/done',
    permission: 'AlertMonitoring',
    summary:
      'Ends the handling of what waits of a flood, at most 500 alerts at a time. What somebody else took stays theirs.',
    params: idParams,
    body: z.object({ outcome: alertOutcome }),
    output: z.object({ ended: z.number().int(), isMore: z.boolean() }),
  }),
  counts: defineCall({
    method: 'GET',
    path: '/api/v1/alerts/counts',
    permission: 'AlertMonitoring',
    summary: 'How many alerts wait: new ones by severity, and those that somebody took. Counting stops at 10,000.',
    output: z.object({
      new: z.object({ info: z.number().int(), warning: z.number().int(), critical: z.number().int() }),
      taken: z.number().int(),
    }),
  }),
  kept: defineCall({
    method: 'GET',
    path: '/api/v1/alerts/kept',
    permission: 'AlertMonitoring',
    summary:
      'How many alerts of a camera have footage that is kept for longer: once the camera is deleted nobody can play it. Counting stops at 10,000.',
    query: z.object({ cameraId: id }),
    output: z.object({ count: z.number().int() }),
  }),
  logs: defineCall({
    method: 'GET',
    path: '/api/v1/alert-logs',
    permission: 'AlertMonitoring',
    summary: 'Alerts of a time, newest first, in pages of 20. Without times: the last 24 hours.',
    query: z.object({
      ...filters,
      timeStart: z.coerce.number().pipe(utcMs).optional(),
      timeEnd: z.coerce.number().pipe(utcMs).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(20),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    output: z.object({
      items: z.array(alert),
      total: z.number().int(),
      /** `atLeast`: counting stopped at 10,000. */
      relation: z.enum(['exact', 'atLeast']),
      limit: z.number().int(),
      offset: z.number().int(),
    }),
    errors: ['search_range_invalid'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/alerts/{id}',
    permission: 'AlertMonitoring',
    summary: 'Answers one alert with its comments.',
    params: idParams,
    output: alertDetail,
  }),
  take: defineCall({
    method: 'POST',
    path: '/api/v1/alerts/{id}/take',
    permission: 'AlertMonitoring',
    summary:
      'The caller takes an alert. Of two who do, one wins; the other is answered `alert_taken` with name and time. A take lapses when nothing is done about the alert for 10 minutes; who takes it again before keeps it for longer.',
    params: idParams,
    body: z.object({ revision }),
    output: alertDetail,
    errors: ['alert_taken', 'alert_done'],
  }),
  assign: defineCall({
    method: 'POST',
    path: '/api/v1/alerts/{id}/assign',
    permission: 'AlertMonitoring',
    summary: 'Gives an alert to somebody who may see it; null gives it back to all.',
    params: idParams,
    body: z.object({ revision, userId: z.string().max(64).nullable() }),
    output: alertDetail,
    errors: ['conflict', 'alert_done'],
  }),
  done: defineCall({
    method: 'POST',
    path: '/api/v1/alerts/{id}/done',
    permission: 'AlertMonitoring',
    summary: 'Ends the handling: what the alert turned out to be. Null takes that back.',
    params: idParams,
    body: z.object({ revision, outcome: alertOutcome.nullable() }),
    output: alertDetail,
    errors: ['conflict'],
  }),
  comment: defineCall({
    method: 'POST',
    path: '/api/v1/alerts/{id}/comments',
    permission: 'AlertMonitoring',
    summary: 'Adds a comment. Sent again with the same commentId, after an answer was lost, it is there once.',
    params: idParams,
    body: z.object({ commentId: id.optional(), text: visibleLines(2000) }),
    output: alertDetail,
    status: 201,
    errors: ['conflict'],
  }),
};

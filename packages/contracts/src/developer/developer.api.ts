import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, utcMs } from '../shared/ids.ts';
import { statusChange } from '../status/status.ts';

const level = z.enum(['debug', 'info', 'warn', 'error']);

/** Pages of people who look after the installation. They cross organizations, so that every call is audited. */
export const developerCalls = {
  environment: defineCall({
    method: 'GET',
    path: '/api/v1/dev/environment',
    permission: 'staff',
    summary: 'Answers versions, settings without secrets, and how the process is doing.',
    output: z.object({ facts: z.array(z.object({ group: z.string(), name: z.string(), value: z.string() })) }),
  }),
  heartbeats: defineCall({
    method: 'GET',
    path: '/api/v1/dev/heartbeats',
    permission: 'staff',
    summary:
      'Lists cores of all organizations with the time of their last sign of life, the longest silent first; at most 500.',
    output: z.object({
      items: z.array(
        z.object({
          edgeId: id,
          name: z.string(),
          organizationId: id,
          organizationName: z.string(),
          state: z.string(),
          lastSeenAt: utcMs.nullable(),
          clockOffsetMs: z.number().nullable(),
          version: z.string().nullable(),
        }),
      ),
    }),
  }),
  analytics: defineCall({
    method: 'GET',
    path: '/api/v1/dev/analytics',
    permission: 'staff',
    summary: 'Counts events of the last 24 hours by hour, class and organization.',
    output: z.object({
      items: z.array(
        z.object({
          hourUtcMs: utcMs,
          organizationId: id,
          organizationName: z.string(),
          className: z.string(),
          count: z.number().int(),
        }),
      ),
    }),
  }),
  statusChanges: defineCall({
    method: 'GET',
    path: '/api/v1/dev/status-changes',
    permission: 'staff',
    summary:
      'Lists what cameras, cores and locations of all organizations began to show in the last 7 days, newest first, at most 500 of each organization.',
    output: z.object({
      items: z.array(
        statusChange.extend({
          organizationId: id,
          organizationName: z.string(),
          kind: z.enum(['camera', 'edge', 'location']),
          entityId: id,
          /** Null when it was deleted since. */
          name: z.string().nullable(),
        }),
      ),
    }),
  }),
  logs: defineCall({
    method: 'GET',
    path: '/api/v1/dev/logs',
    permission: 'staff',
    summary:
      'Answers the last lines that this server process logged, newest first, at most 1,000; secrets are redacted before they are logged.',
    query: z.object({
      level: level.default('info'),
      search: z.string().max(120).default(''),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: z.object({
      items: z.array(z.object({ at: utcMs, level, message: z.string(), fields: z.record(z.string(), z.unknown()) })),
    }),
  }),
  setStaff: defineCall({
    method: 'PUT',
    path: '/api/v1/dev/users/{id}',
    permission: 'staff',
    summary: 'Says what somebody is in the staff of the installation. Only ADMIN may; the last ADMIN stays.',
    params: z.object({ id }),
    body: z.object({
      roles: z.array(z.enum(['DEVELOPER', 'SALES', 'ADMIN'])),
      isDeveloper: z.boolean(),
      isDevTeam: z.boolean(),
      isPartner: z.boolean(),
    }),
    output: z.object({}),
    errors: ['last_administrator', 'forbidden'],
  }),
};

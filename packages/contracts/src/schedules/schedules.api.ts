import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { schedule, scheduleInput } from './schedule.ts';

export const schedulesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/schedules',
    permission: 'EventTags',
    summary: 'Lists the schedules of the organization by their names.',
    query: pageQuery.extend({ query: z.string().trim().max(120).optional() }),
    output: listOf(schedule),
  }),
  /** For whoever chooses one, e.g. for an alert rule. */
  names: defineCall({
    method: 'GET',
    path: '/api/v1/schedules/names',
    permission: 'member',
    summary: 'Names of all schedules, for choosing one.',
    output: z.object({ items: z.array(schedule.pick({ id: true, name: true, timeZone: true })).max(500) }),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/schedules/{id}',
    permission: 'EventTags',
    summary: 'Answers one schedule.',
    params: idParams,
    output: schedule,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/schedules',
    permission: 'EventTags',
    summary: 'Adds a schedule. An organization has at most 500.',
    body: scheduleInput,
    output: schedule,
    status: 201,
    errors: ['schedule_overlaps', 'time_zone_unknown', 'name_taken', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/schedules/{id}',
    permission: 'EventTags',
    summary: 'Changes a schedule. What uses it follows at once, also on cores.',
    params: idParams,
    body: scheduleInput.extend({ revision: z.number().int() }),
    output: schedule,
    errors: ['schedule_overlaps', 'time_zone_unknown', 'name_taken', 'conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/schedules/{id}',
    permission: 'EventTags',
    summary: 'Deletes a schedule that nothing uses; `schedule_in_use` names what does.',
    params: idParams,
    output: z.object({}),
    errors: ['schedule_in_use'],
  }),
};

import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { eventTag, eventTagInput, postedEvent } from './event-tag.ts';

export const eventTagsCalls = {
  post: defineCall({
    method: 'POST',
    path: '/api/v1/posted-events',
    permission: 'EventTags',
    summary:
      'Another system says what happened at a camera, with fields of its own; rules of the kind event tag judge it. Where an event tag of that name exists, its fields must hold what it says. The same id counts once; said otherwise it is refused.',
    body: postedEvent,
    output: z.object({
      id,
      /** False when it was posted before. */
      isNew: z.boolean(),
    }),
    status: 201,
    errors: ['conflict', 'rate_limited', 'integration_quota_used', 'event_tag_field_type'],
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/v1/event-tags',
    permission: 'EventTags',
    summary: 'Lists the event tags of the organization by their names.',
    query: pageQuery.extend({ query: z.string().trim().max(120).optional() }),
    output: listOf(eventTag),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/event-tags/{id}',
    permission: 'EventTags',
    summary: 'Answers one event tag.',
    params: idParams,
    output: eventTag,
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/event-tags',
    permission: 'EventTags',
    summary: 'Adds an event tag. An organization has at most 100, each with at most 10 fields.',
    body: eventTagInput,
    output: eventTag,
    status: 201,
    errors: ['name_taken', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/event-tags/{id}',
    permission: 'EventTags',
    summary: 'Changes an event tag.',
    params: idParams,
    body: eventTagInput.extend({ revision: z.number().int() }),
    output: eventTag,
    errors: ['name_taken', 'conflict', 'event_tag_in_use'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/event-tags/{id}',
    permission: 'EventTags',
    summary: 'Deletes an event tag. What was posted with its name stays, and rules that name it go on.',
    params: idParams,
    output: z.object({}),
  }),
};

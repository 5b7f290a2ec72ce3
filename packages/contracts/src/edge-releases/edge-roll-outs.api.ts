import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { rollOut, rollOutCandidate, rollOutDetails, rollOutInput } from './roll-out.ts';

/** A release for many cores, in stages. */
export const edgeRollOutsCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/edge-roll-outs',
    permission: 'CoreView',
    summary: 'Lists roll-outs of the software of cores, newest first.',
    query: pageQuery,
    output: listOf(rollOut),
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/v1/edge-roll-outs/{id}',
    permission: 'CoreView',
    summary: 'A roll-out with the state of each of its cores that the caller may see.',
    params: idParams,
    output: rollOutDetails,
  }),
  candidates: defineCall({
    method: 'GET',
    path: '/api/v1/edge-releases/{id}/roll-out-candidates',
    permission: 'CoreEdit',
    summary:
      'Cores that the caller may edit, with what they run and why one of them cannot take this package; none for a package that does not exist.',
    params: idParams,
    output: z.object({ items: z.array(rollOutCandidate) }),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/edge-roll-outs',
    permission: 'CoreEdit',
    summary:
      'Begins to roll a release out: first to one core, then to a tenth, to half, to the rest. A core that fails stops it.',
    body: rollOutInput,
    output: rollOutDetails,
    status: 201,
    errors: ['core_roll_out_running', 'core_roll_out_empty', 'core_in_roll_out', 'too_many'],
  }),
  pause: defineCall({
    method: 'POST',
    path: '/api/v1/edge-roll-outs/{id}/pause',
    permission: 'CoreEdit',
    summary: 'Begins no further core. Updates that are under way come to their end.',
    params: idParams,
    output: rollOutDetails,
    errors: ['core_roll_out_ended', 'core_roll_out_stopped'],
  }),
  resume: defineCall({
    method: 'POST',
    path: '/api/v1/edge-roll-outs/{id}/resume',
    permission: 'CoreEdit',
    summary: 'Goes on after a pause.',
    params: idParams,
    output: rollOutDetails,
    errors: ['core_roll_out_ended', 'core_roll_out_stopped'],
  }),
  skip: defineCall({
    method: 'POST',
    path: '/api/v1/edge-roll-outs/{id}/skip',
    permission: 'CoreEdit',
    summary:
      'Leaves a core out that failed or still waits. A roll-out that stood still for failed cores is paused when none of them is left; `resume` lets it go on.',
    params: idParams,
    body: z.object({ edgeId: id }),
    output: rollOutDetails,
    errors: ['core_roll_out_ended', 'core_update_running'],
  }),
  cancel: defineCall({
    method: 'POST',
    path: '/api/v1/edge-roll-outs/{id}/cancel',
    permission: 'CoreEdit',
    summary: 'Ends a roll-out. Updates that are under way come to their end; cores that were updated stay so.',
    params: idParams,
    output: rollOutDetails,
    errors: ['core_roll_out_ended'],
  }),
};

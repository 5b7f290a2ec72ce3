import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { id, idParams, name } from '../shared/ids.ts';
import { listOf, pageQuery } from '../shared/paging.ts';
import { orgVariable, orgVariableChange, orgVariableChangeInput, orgVariableInput } from './org-variable.ts';

export const orgVariablesCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/org-variables',
    permission: 'Entrances',
    summary: 'Lists the variables of the organization by their names.',
    query: pageQuery.extend({ query: z.string().trim().max(120).optional() }),
    output: listOf(orgVariable),
  }),
  /** While somebody types one. */
  checkName: defineCall({
    method: 'GET',
    path: '/api/v1/org-variables/name-check',
    permission: 'Entrances',
    summary: 'Whether a variable has this name, in whatever case it is written.',
    query: z.object({ name }),
    output: z.object({ isTaken: z.boolean() }),
  }),
  changes: defineCall({
    method: 'GET',
    path: '/api/v1/org-variables/changes',
    permission: 'Entrances',
    summary:
      'The change log of all variables, deleted ones too, or the history of one; the newest first, the last 200 of each.',
    query: pageQuery.extend({ variableId: id.optional() }),
    output: listOf(orgVariableChange),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/org-variables',
    permission: 'Entrances',
    summary: 'Adds a variable. An organization has at most 1,000.',
    body: orgVariableInput,
    output: orgVariable,
    status: 201,
    errors: ['name_taken', 'too_many'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/v1/org-variables/{id}',
    permission: 'Entrances',
    summary: 'Gives a variable another value, perhaps of another type; its name stays.',
    params: idParams,
    body: orgVariableChangeInput,
    output: orgVariable,
    errors: ['conflict'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/org-variables',
    permission: 'Entrances',
    summary: 'Deletes the variable of this name, in whatever case it is written. Its history stays in the change log.',
    query: z.object({ name }),
    output: z.object({}),
  }),
};

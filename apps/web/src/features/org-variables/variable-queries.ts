import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import type { QueryClient } from '@tanstack/react-query';
import { call, callKey, callPages, callQuery } from '../../platform/api/client.ts';

const textOrNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Variables by their names, those whose name holds a text. */
export const variablePages = (query: string) =>
  callPages(orgVariablesCalls.list, { query: { limit: 100, query: textOrNone(query) } });

/** The same, a page at a time. */
export const readVariables = (query: string) => (cursor: string | undefined) =>
  call(orgVariablesCalls.list, { query: { limit: 200, cursor, query: textOrNone(query) } });

/** The change log, the newest first: of all variables, or of one. */
export const changePages = (variableId: string | undefined) =>
  callPages(orgVariablesCalls.changes, { query: { limit: 100, variableId } });

/** Whether a variable has this name already. */
export const nameCheck = (name: string) => callQuery(orgVariablesCalls.checkName, { query: { name } });

/** Reads variables and their change log again. */
export const refreshVariables = async (client: QueryClient): Promise<void> => {
  const { list, changes } = orgVariablesCalls;
  await Promise.all([list, changes].map((one) => client.invalidateQueries({ queryKey: callKey(one) })));
};

import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { QueryClient } from '@tanstack/react-query';
import { callKey, callPages, callQuery } from '../../platform/api/client.ts';

const textOrNone = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Groups of a type by their names, those whose name holds a text. */
export const groupPages = (type: OrgGroupType, query: string) =>
  callPages(orgGroupsCalls.list, { query: { type, limit: 100, query: textOrNone(query) } });

/** One group with its members. */
export const groupById = (id: string) => callQuery(orgGroupsCalls.get, { params: { id } });

/** The first entries of a directory that a group can hold and that a text finds. */
export const candidates = (type: OrgGroupType, query: string) =>
  callQuery(orgGroupsCalls.saved, { query: { type, limit: 50, query: textOrNone(query) } });

/** Reads groups again. */
export const refreshGroups = async (client: QueryClient): Promise<void> => {
  const { list, get } = orgGroupsCalls;
  await Promise.all([list, get].map((one) => client.invalidateQueries({ queryKey: callKey(one) })));
};

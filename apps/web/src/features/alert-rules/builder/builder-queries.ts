import { alertRulesCalls } from '@sightline/contracts/alert-rules/alert-rules.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { usersCalls } from '@sightline/contracts/users/users.api';
import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { queryOptions } from '@tanstack/react-query';
import { call, callAll, callKey, callQuery } from '../../../platform/api/client.ts';

const mostFound = 50;

/** One rule, with its state at each of its cameras. */
export const ruleQuery = (id: string) => callQuery(alertRulesCalls.get, { params: { id } });

/** Cameras whose name holds a text. */
export const camerasNamed = (search: string) =>
  callQuery(camerasCalls.list, {
    query: { limit: mostFound, ...(search.trim() === '' ? {} : { search: search.trim() }) },
  });

/** Cameras that are chosen already, whatever is searched for. */
export const camerasOf = (ids: readonly string[]) =>
  callQuery(camerasCalls.list, { query: { limit: 200, ids: ids.join(',') } });

/** Cores, for whoever sees them. */
export const allCores = () => callAll(edgesCalls.list, { query: { limit: 200 } });

const doorsAtOnce = 100;

/** Every saved door, for whoever may see the directory. */
export const doorsToChoose = () =>
  queryOptions({
    queryKey: [...callKey(doorsCalls.list), 'all'],
    queryFn: async ({ signal }): Promise<Door[]> => {
      const doors: Door[] = [];
      for (let pageNumber = 1; ; pageNumber += 1) {
        const { items, total } = await call(
          doorsCalls.list,
          { query: { pageNumber, pageSize: doorsAtOnce } },
          { signal },
        );
        doors.push(...items);
        if (items.length === 0 || pageNumber * doorsAtOnce >= total) return doors;
      }
    },
  });

/** Uniforms, for whoever may see the directory of people. */
export const uniformsToChoose = () => callAll(uniformsCalls.list, { query: { limit: 200 } });

/** People who can be told. */
export const allMembers = () => callAll(usersCalls.list, { query: { limit: 200 } });

/** Of the people whom a rule names, those who see no alerts where it watches. Half of a rule may be missing yet: then nobody is asked. */
export const unseeingOf = ({ cameraIds, edgeIds, userIds }: Record<'cameraIds' | 'edgeIds' | 'userIds', string[]>) => ({
  ...callQuery(alertRulesCalls.audience, { body: { cameraIds, edgeIds, userIds } }),
  enabled: userIds.length > 0 && cameraIds.length + edgeIds.length > 0,
});

/** Schedules to choose from. */
export const scheduleNames = () => callQuery(schedulesCalls.names, {});

/** Entries of a directory whose name holds a text. */
export const entriesNamed = (type: OrgGroupType, search: string) =>
  callQuery(orgGroupsCalls.saved, {
    query: { type, limit: mostFound, ...(search.trim() === '' ? {} : { query: search.trim() }) },
  });

/** Entries of a directory that are chosen already, whatever is searched for. */
export const entriesOf = (type: OrgGroupType, ids: readonly string[]) =>
  callQuery(orgGroupsCalls.saved, { query: { type, limit: 200, ids: ids.slice(0, 200).join(',') } });

/** Groups of a directory. */
export const allGroups = (type: OrgGroupType) => callAll(orgGroupsCalls.list, { query: { type, limit: 200 } });

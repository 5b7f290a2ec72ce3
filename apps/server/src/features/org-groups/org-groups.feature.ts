import { orgGroupTypes } from '@sightline/contracts/org-groups/org-group';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { doorRemoved } from '../doors/doors.public.ts';
import { personRemoved } from '../people/people.public.ts';
import { plateChanged, vehicleRemoved } from '../vehicles/vehicles.public.ts';
import { orgGroupsAudit } from './org-groups.audit.ts';
import { forgetMember, groupsHolding } from './org-groups.repository.ts';
import { groupsChanged } from './org-groups.public.ts';
import { orgGroupsRoutes } from './org-groups.routes.ts';
import { createOrgGroupsService } from './org-groups.service.ts';

/** Groups of what stands in the directories of an organization. */
export const orgGroupsFeature: ServerFeature<ServerContext> = {
  noun: 'org-groups',
  audits: orgGroupsAudit,
  start: (context) => ({
    routes: [answer('orgGroups', orgGroupsCalls, orgGroupsRoutes(createOrgGroupsService(context)))],
  }),
  hooks: ({ hooks }) => [
    at(doorRemoved, async (work, { organizationId, doorId }) => {
      const groupIds = await forgetMember(work.trx, organizationId, { memberId: doorId });
      await hooks.of(groupsChanged)(work, { organizationId, groupIds });
    }),
    at(vehicleRemoved, async (work, { organizationId, vehicleId }) => {
      const groupIds = await forgetMember(work.trx, organizationId, { memberId: vehicleId });
      await hooks.of(groupsChanged)(work, { organizationId, groupIds });
    }),
    at(plateChanged, async (work, { organizationId, vehicleId }) => {
      const groupIds = await groupsHolding(work.trx, organizationId, vehicleId);
      await hooks.of(groupsChanged)(work, { organizationId, groupIds });
    }),
    at(personRemoved, async (work, { organizationId, personId, intoPersonId }) => {
      const groupIds = await forgetMember(work.trx, organizationId, { memberId: personId, becomes: intoPersonId });
      await hooks.of(groupsChanged)(work, { organizationId, groupIds });
    }),
  ],
  hears: { 'org-groups.changed': { rights: Object.values(orgGroupTypes), isQuiet: true } },
};

import { orgGroupTypes } from '@sightline/contracts/org-groups/org-group';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { at } from '../../platform/features/hooks.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { vehicleRemoved } from '../vehicles/vehicles.public.ts';
import { orgGroupsAudit } from './org-groups.audit.ts';
import { forgetMember } from './org-groups.repository.ts';
import { orgGroupsRoutes } from './org-groups.routes.ts';
import { createOrgGroupsService } from './org-groups.service.ts';

/** Groups of what stands in the directories of an organization. */
export const orgGroupsFeature: ServerFeature<ServerContext> = {
  noun: 'org-groups',
  audits: orgGroupsAudit,
  start: (context) => ({
    routes: [answer('orgGroups', orgGroupsCalls, orgGroupsRoutes(createOrgGroupsService(context)))],
  }),
  hooks: () => [
    at(vehicleRemoved, (trx, { organizationId, vehicleId }) => forgetMember(trx, organizationId, vehicleId)),
  ],
  hears: { 'org-groups.changed': { rights: Object.values(orgGroupTypes), isQuiet: true } },
};

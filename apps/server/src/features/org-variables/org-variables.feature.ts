import { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { orgVariablesAudit } from './org-variables.audit.ts';
import { orgVariablesRoutes } from './org-variables.routes.ts';
import { createOrgVariablesService } from './org-variables.service.ts';

/** Typed settings of an organization. */
export const orgVariablesFeature: ServerFeature<ServerContext> = {
  noun: 'org-variables',
  audits: orgVariablesAudit,
  start: (context) => ({
    routes: [answer('orgVariables', orgVariablesCalls, orgVariablesRoutes(createOrgVariablesService(context)))],
  }),
  hears: { 'org-variables.changed': { rights: ['Entrances'], isQuiet: true } },
};

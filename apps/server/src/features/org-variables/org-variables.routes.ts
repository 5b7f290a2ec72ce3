import type { orgVariablesCalls } from '@sightline/contracts/org-variables/org-variables.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { OrgVariablesService } from './org-variables.service.ts';

/** Handlers of the calls of variables. */
export const orgVariablesRoutes = (variables: OrgVariablesService): CallHandlers<typeof orgVariablesCalls> => ({
  list: ({ query }, { actor }) => variables.list(actor, query),
  checkName: ({ query }, { actor }) => variables.checkName(actor, query.name),
  changes: ({ query }, { actor }) => variables.changes(actor, query),
  create: ({ body }, { actor }) => variables.create(actor, body),
  update: ({ params, body }, { actor }) => variables.update(actor, params.id, body),
  remove: ({ query }, { actor }) => variables.remove(actor, query.name),
});

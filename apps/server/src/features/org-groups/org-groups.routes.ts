import type { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { OrgGroupsService } from './org-groups.service.ts';

/** Handlers of the calls of groups. */
export const orgGroupsRoutes = (groups: OrgGroupsService): CallHandlers<typeof orgGroupsCalls> => ({
  list: ({ query }, { actor }) => groups.list(actor, query),
  saved: ({ query }, { actor }) => groups.saved(actor, query),
  get: ({ params }, { actor }) => groups.get(actor, params.id),
  create: ({ body }, { actor }) => groups.create(actor, body),
  update: ({ params, body }, { actor }) => groups.update(actor, params.id, body),
  addMembers: ({ params, body }, { actor }) => groups.addMembers(actor, params.id, body.memberIds),
  remove: ({ params }, { actor }) => groups.remove(actor, params.id),
});

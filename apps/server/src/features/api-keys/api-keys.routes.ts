import type { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import type { CallHandlers } from '../../platform/http/mount.ts';
import type { ApiKeysService } from './api-keys.service.ts';

/** Handlers of the key calls. */
export const apiKeysRoutes = (service: ApiKeysService): CallHandlers<typeof apiKeysCalls> => ({
  list: ({ query }, { actor }) => service.list(actor, query.page),
  create: ({ body }, { actor }) => service.create(actor, body),
  remove: async ({ params }, { actor }) => {
    await service.remove(actor, params.id);
    return {};
  },
});

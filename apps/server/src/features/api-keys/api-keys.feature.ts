import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { readMemberGrants } from '../sessions/sessions.public.ts';
import { apiKeysAudit } from './api-keys.audit.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';
import { createApiKeysService, type ApiKeysService } from './api-keys.service.ts';

interface Given {
  apiKeys: ApiKeysService;
}

/** Keys of programs that act for a person in one organization. */
export const apiKeysFeature: ServerFeature<Given, Given> = {
  noun: 'api-keys',
  audits: apiKeysAudit,
  gives: (needs) => ({
    apiKeys: createApiKeysService({
      ...needs,
      rightsOf: (organizationId, userId) => readMemberGrants(needs.database, organizationId, userId),
    }),
  }),
  start: ({ apiKeys }) => ({ routes: [answer('apiKeys', apiKeysCalls, apiKeysRoutes(apiKeys))] }),
};

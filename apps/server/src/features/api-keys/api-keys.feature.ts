import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { apiKeysAudit } from './api-keys.audit.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';
import type { ApiKeysService } from './api-keys.service.ts';

/** Keys of programs that act for a person in one organization. */
export const apiKeysFeature: ServerFeature<{ apiKeys: ApiKeysService }> = {
  noun: 'api-keys',
  audits: apiKeysAudit,
  start: ({ apiKeys }) => ({ routes: [answer('apiKeys', apiKeysCalls, apiKeysRoutes(apiKeys))] }),
};

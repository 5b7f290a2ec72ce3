import { apiKeysCalls } from '@sightline/contracts/api-keys/api-keys.api';
import { callQuery } from '../../platform/api/client.ts';

/** One page of keys, newest first, from 1. */
export const apiKeysPage = (page: number) => callQuery(apiKeysCalls.list, { query: { page } });

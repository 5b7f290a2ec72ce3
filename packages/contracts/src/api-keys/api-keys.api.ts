import { z } from 'zod';
import { defineCall } from '../shared/call.ts';
import { idParams } from '../shared/ids.ts';
import { apiKey, apiKeyInput } from './api-key.ts';

/** Pages of this list have this many rows. */
export const apiKeysPageSize = 20;

export const apiKeysCalls = {
  list: defineCall({
    method: 'GET',
    path: '/api/v1/api-keys',
    permission: 'ApiKeyManage',
    summary: 'Lists the keys of the organization, newest first, in pages of 20.',
    query: z.object({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
    output: z.object({ items: z.array(apiKey), totalItemsCount: z.number().int() }),
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/v1/api-keys',
    permission: 'ApiKeyManage',
    summary:
      'Makes a key. The whole key is answered only now: `Authorization: Bearer slk_...`. It may do only what its maker may do, at any time.',
    body: apiKeyInput,
    output: z.object({ apiKey, key: z.string() }),
    status: 201,
    errors: ['expiry_past', 'too_many'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/v1/api-keys/{id}',
    permission: 'ApiKeyManage',
    summary: 'Ends a key at once.',
    params: idParams,
    output: z.object({}),
  }),
};

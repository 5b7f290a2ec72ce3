export { looksLikeApiKey } from './api-key-text.ts';
export { expiringKeys } from './api-keys.repository.ts';

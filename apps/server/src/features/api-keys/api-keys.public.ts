export { looksLikeApiKey } from './api-key-text.ts';

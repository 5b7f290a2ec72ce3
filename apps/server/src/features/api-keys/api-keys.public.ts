export { expiringKeys } from './api-keys.repository.ts';

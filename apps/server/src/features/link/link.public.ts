/** What cores said of cameras that nobody adopted. */
export { deleteOldUnknown } from './unknown-cameras.repository.ts';

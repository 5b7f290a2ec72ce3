/** Stores what a core says of an export; wired to the link where the server is put together. */
export { applyExportState, removeOldDrafts } from './export-files.service.ts';
export { deleteExpiredTickets } from './exports.repository.ts';

/** Stores what a core says of an export; wired to the link where the server is put together. */
export { applyExportState, removeOldDrafts } from './export-files.service.ts';
export { deleteExpiredTickets } from './exports.repository.ts';

/** Footage as a file for features that hand it out themselves, and decide to whom. Nothing in it is shown that its camera hides. */
export { exportHidden, hiddenExport, hiddenWord, type HiddenExportDeps } from './hidden-exports.ts';
export { bytesOfExport } from './export-files.service.ts';

/** Stores what a core says of an export; wired to the link where the server is put together. */
export { applyExportState } from './export-files.service.ts';

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import type { ExportState, FootageExport } from '@sightline/contracts/exports/export';
import { exportLinksCalls } from '@sightline/contracts/exports/export-links.api';
import { exportsCalls } from '@sightline/contracts/exports/exports.api';
import { callPages, callQuery } from '../../platform/api/client.ts';

const working = new Set<ExportState>(['queued', 'running', 'uploading']);

/** Whether an export is still being made. */
export const isWorking = ({ state }: Pick<FootageExport, 'state'>): boolean => working.has(state);

const pollMs = 3000;
// Addresses of files are signed for 5 minutes.
const signedMs = 4 * 60_000;

/** Exports of one camera, newest first. Realtime moves their progress; asking again covers what it missed. */
export const exportsOfCamera = (cameraId: string) => ({
  ...callQuery(exportsCalls.list, { query: { cameraId, limit: 10 } }),
  refetchInterval: (query: { state: { data: { items: FootageExport[] } | undefined } }) =>
    query.state.data?.items.some(isWorking) === true ? pollMs : signedMs,
});

/** All exports, page by page. */
export const exportPages = () => ({
  ...callPages(exportsCalls.list, { query: { limit: 100 } }),
  refetchInterval: 30_000,
});

/** Links to the file of an export. */
export const linksOfExport = (id: string) => callQuery(exportLinksCalls.list, { params: { id } });

/** Cameras whose name holds a text, of which footage could be taken. */
export const camerasToExport = (search: string) =>
  callQuery(camerasCalls.list, { query: { limit: 50, ...(search.trim() === '' ? {} : { search: search.trim() }) } });

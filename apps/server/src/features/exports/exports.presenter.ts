import type { FootageExport } from '@sightline/contracts/exports/export';
import { isOfOriginals } from './export-originals.ts';
import type { ExportRow } from './exports.repository.ts';

/** Path of the finished file, which is signed for whoever may see it. */
export const exportFilePath = (exportId: string): string => `/api/v1/media/exports/${exportId}/file`;

/**
 * Camera and beginning by the clock of the site, without characters that a file system refuses. `~` behind a time that is not certain: the
 * file leaves the product, and its name is all that says it elsewhere.
 */
export function exportFileName(row: Pick<ExportRow, 'cameraName' | 'fromAt' | 'timeZone' | 'uncertain'>): string {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: row.timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(row.fromAt);
  const camera = row.cameraName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '-').slice(0, 80);
  return `${camera} ${local.replaceAll(':', '-')}${row.uncertain.length > 0 ? '~' : ''}.mp4`;
}

/** The only form in which an export leaves the server. A file with nothing hidden is not offered to whoever may not see that. */
export function presentExport(row: ExportRow, seesOriginals: boolean, sign: (path: string) => string): FootageExport {
  const isDone = row.state === 'done';
  const isOffered = isDone && (seesOriginals || row.blobKey === null || !isOfOriginals(row.blobKey));
  return {
    id: row.id,
    cameraId: row.cameraId,
    cameraName: row.cameraName,
    timeZone: row.timeZone,
    stream: row.stream,
    fromUtcMs: row.fromAt.getTime(),
    toUtcMs: row.toAt.getTime(),
    state: row.state,
    progress: isDone ? 1 : row.progress,
    failure: row.failure,
    bytes: row.bytes,
    sha256: row.sha256,
    gaps: row.gaps,
    uncertain: row.uncertain,
    fileName: isDone ? exportFileName(row) : null,
    fileUrl: isOffered ? sign(exportFilePath(row.id)) : null,
    createdAt: row.createdAt.getTime(),
  };
}

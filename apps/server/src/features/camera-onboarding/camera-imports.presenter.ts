import type { CameraImport, CameraImportRow } from '@sightline/contracts/camera-onboarding/camera-import';
import { errorCatalogue } from '@sightline/contracts/shared/errors';
import type { ImportLine, ImportRow } from './camera-imports.repository.ts';
import { faultsText, readFault } from './row-faults.ts';

/** A list as it leaves the server. */
export const presentImport = ({
  id,
  type,
  fileName,
  edgeId,
  locationId,
  createdAt,
  expectedRows,
  work,
  cause,
  counts,
}: ImportRow): CameraImport => ({
  id,
  type,
  fileName,
  edgeId,
  locationId,
  createdAt: createdAt.getTime(),
  expectedRows,
  work: work ?? 'none',
  cause,
  counts,
});

/** Path of the picture of a row, which is signed for whoever brought the list. */
export const snapshotPath = (importId: string, line: number): string =>
  `/api/v1/media/camera-imports/${importId}/rows/${String(line)}/snapshot`;

function createStatusOf({ state, wanted, lastAction }: ImportLine): CameraImportRow['createStatus'] {
  if (state === 'created') return 'created';
  if (wanted === 'create') return 'creating';
  return state === 'failed' && lastAction === 'create' ? 'failed' : 'none';
}

/** A row as it leaves the server: without its password. */
export function presentLine(importId: string, line: ImportLine, sign: (path: string) => string): CameraImportRow {
  const faults = line.fields.map(readFault);
  return {
    line: line.line,
    session: importId,
    loading: line.wanted !== null,
    success: line.state === 'created' || (line.state === 'open' && line.test !== null),
    error: line.state === 'failed',
    errorMsg: line.cause === null ? null : faults.length > 0 ? faultsText(faults) : errorCatalogue[line.cause].text,
    cause: line.cause,
    faults,
    createStatus: createStatusOf(line),
    snapshotUrl: line.hasSnapshot ? sign(snapshotPath(importId, line.line)) : null,
    camera: { name: line.name, host: line.host, url: line.url, username: line.username },
    test: line.test,
    cameraId: line.cameraId,
  };
}

import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import type { CameraImportRow, RowFault } from '@sightline/contracts/camera-onboarding/camera-import';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { call } from '../../platform/api/client.ts';
import { csvOf } from './file/cells.ts';
import { saveFile } from '../../platform/files/save-file.ts';

const atOnce = 200;

/** Saves what came of every row as a file, without passwords. `wordsOf` tells failures in the language of the page. */
export const saveResult = async (
  importId: string,
  wordsOf: { failure: (code: ErrorCode) => string; fault: (fault: RowFault) => string },
): Promise<void> => {
  const rows: CameraImportRow[] = [];
  for (;;) {
    const { items } = await call(cameraImportsCalls.rows, {
      params: { id: importId },
      query: { afterLine: rows.at(-1)?.line ?? 0, limit: atOnce },
    });
    rows.push(...items);
    if (items.length < atOnce) break;
  }
  const lines = rows.map(({ line, camera, createStatus, cause, faults }) => [
    String(line),
    camera.name,
    camera.host,
    camera.username,
    camera.url,
    createStatus,
    faults.map(({ column }) => column).join(' '),
    faults.length > 0 ? faults.map(wordsOf.fault).join(' ') : cause === null ? '' : wordsOf.failure(cause),
  ]);
  saveFile(
    csvOf([['line', 'name', 'ip', 'username', 'connection string', 'result', 'columns', 'message'], ...lines]),
    'cameras-result.csv',
  );
};

import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import type { CameraImport, ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';

/** Rows that go to the server at once. */
const batchSize = 200;
/** A network that is away for a moment does not cost the whole list. */
const pausesMs = [500, 2_000, 5_000];

/** A list of cameras on its way to the server. */
export interface BroughtList {
  type: 'scan' | 'file';
  fileName: string;
  edgeId: string;
  locationId: string;
  settings: { retentionDays: number; isWebrtc: boolean; isWebrtcRelay: boolean };
  rows: readonly ImportRowInput[];
}

/** Whether only a part of a list came to the server: nothing is made of it. */
export const isCutOff = ({
  expectedRows,
  counts,
}: Pick<CameraImport, 'expectedRows'> & { counts: Pick<CameraImport['counts'], 'total'> }): boolean =>
  expectedRows !== null && counts.total < expectedRows;

/** Sends some rows, again where they got lost on their way: rows that are there already are replaced by the same. */
async function send(id: string, rows: readonly ImportRowInput[], pauses: readonly number[] = pausesMs): Promise<void> {
  try {
    await call(cameraImportsCalls.addRows, { params: { id }, body: { rows: [...rows] } });
  } catch (failure) {
    const [pauseMs, ...later] = pauses;
    if (pauseMs === undefined || toApiError(failure).code !== 'unavailable') throw failure;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await send(id, rows, later);
  }
}

/** Brings a list to the server, all of it or nothing: one that is cut off is not worked on there. Answers its id; tells how many rows are there. */
export const bringList = async (
  { rows, ...list }: BroughtList,
  onProgress: (there: number) => void,
): Promise<string> => {
  const { id } = await call(cameraImportsCalls.create, {
    body: { ...list, expectedRows: rows.length, rows: rows.slice(0, batchSize) },
  });
  try {
    for (let at = batchSize; at < rows.length; at += batchSize) {
      onProgress(at);
      await send(id, rows.slice(at, at + batchSize));
    }
  } catch (failure) {
    // What is said is why it could not be brought, also when it cannot even be taken back.
    await call(cameraImportsCalls.remove, { params: { id } }).catch(() => undefined);
    throw failure;
  }
  return id;
};

import { cameraImportsCalls } from '@sightline/contracts/camera-onboarding/camera-imports.api';
import type { ImportRowInput } from '@sightline/contracts/camera-onboarding/camera-import';
import { call } from '../../platform/api/client.ts';

/** Rows that go to the server at once. */
const batchSize = 200;

/** A list of cameras on its way to the server. */
export interface BroughtList {
  type: 'scan' | 'file';
  fileName: string;
  edgeId: string;
  locationId: string;
  settings: { retentionDays: number; isWebrtc: boolean; isWebrtcRelay: boolean };
  rows: readonly ImportRowInput[];
}

/** Brings a list to the server, all of it or nothing. Answers its id; tells how many rows are there. */
export const bringList = async ({ rows, ...list }: BroughtList, onProgress: (there: number) => void): Promise<string> => {
  const { id } = await call(cameraImportsCalls.create, { body: { ...list, rows: rows.slice(0, batchSize) } });
  try {
    for (let at = batchSize; at < rows.length; at += batchSize) {
      onProgress(at);
      await call(cameraImportsCalls.addRows, { params: { id }, body: { rows: rows.slice(at, at + batchSize) } });
    }
  } catch (failure) {
    // What is said is why it could not be brought, also when it cannot even be taken back.
    await call(cameraImportsCalls.remove, { params: { id } }).catch(() => undefined);
    throw failure;
  }
  return id;
};

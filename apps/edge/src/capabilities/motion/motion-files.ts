import { HourFiles } from '../../platform/hour-files.ts';

const files = new HourFiles('motion', 'mot');

/** Folder of a camera's motion index. */
export const motionFolder = (volume: string, cameraId: string): string => files.folder(volume, cameraId);

/** `<volume>/motion/<cameraId>/<yyyy-mm-dd>/<HH>.mot` of an hour (hours since 1970, UTC). */
export const motionPath = (volume: string, cameraId: string, hour: number): string =>
  files.path(volume, cameraId, hour);

/** Hours of a camera that have a file and touch the range, newest first. */
export const listMotionHours = (
  volume: string,
  cameraId: string,
  range: { fromUtcMs: number; toUtcMs: number },
): Promise<number[]> => files.list(volume, cameraId, range);

/** Deletes the hours that ended at or before the instant, and folders that are empty then. */
export const removeMotionBefore = (volume: string, cameraId: string, utcMs: number): Promise<void> =>
  files.removeBefore(volume, cameraId, utcMs);

/** Deletes motion files from before `kept`, and all of cameras that are not in it any more. */
export const pruneMotion = (volume: string, kept: ReadonlyMap<string, number>): Promise<void> =>
  files.prune(volume, kept);

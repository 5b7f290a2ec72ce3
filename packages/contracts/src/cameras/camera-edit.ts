import { z } from 'zod';
import { analyticsSwitches } from '../organizations/analytics-switches.ts';
import { id, utcMs } from '../shared/ids.ts';
import { analysisSettings } from './camera-analysis.ts';
import { cameraSettings, cameraSettingsUpdate } from './camera-settings.ts';
import { cameraPlace, cameraUpdate, recordingMode, retentionDays } from './camera.ts';

/** Everything that is set of one camera beside its name and its streams. */
export const cameraSettingsRecord = cameraSettings.extend({
  cameraId: id,
  /** Of the camera; goes along with a change. */
  revision: z.number().int(),
  recordingMode,
  retentionDays,
  retentionBytes: z.number().int().positive().nullable(),
  analysis: analysisSettings,
  /** Where a cloud-only camera stands; null for every other. */
  place: cameraPlace.nullable(),
  /** What the organization allows: a switch of the camera counts only where it is on here. */
  organization: analyticsSwitches,
});

/** A change of settings; absent parts stay. */
export const cameraSettingsChange = cameraUpdate
  .pick({ recordingMode: true, retentionDays: true, retentionBytes: true, analysis: true, place: true, revision: true })
  .extend(cameraSettingsUpdate.shape);

/** The newest picture of a camera. `snapshot` is a signed path, good for 5 minutes; `snapShotTs` when it was taken. */
export const cameraSnapshot = z.object({ cameraId: id, edgeId: id, snapshot: z.string(), snapShotTs: utcMs });

export type CameraSettingsChange = z.infer<typeof cameraSettingsChange>;
export type CameraSettingsRecord = z.infer<typeof cameraSettingsRecord>;
export type CameraSnapshot = z.infer<typeof cameraSnapshot>;

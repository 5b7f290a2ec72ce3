import type { Camera, RecordingMode, StreamInput } from '@sightline/contracts/cameras/camera';
import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraSettingsRecord } from '@sightline/contracts/cameras/camera-edit';
import type { CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import { wholeParts } from './draft-fields.ts';
import { isSame } from './is-same.ts';
import { mergeThree } from './merge-three.ts';

/** One stream as it is typed. */
export interface StreamDraft {
  url: string;
  transport: StreamInput['transport'];
  driver: StreamInput['driver'];
}

/** Everything of a camera that can be changed on its page, as typed. Its parts are saved, taken over and told apart one by one. */
export interface CameraDraft {
  name: string;
  locationId: string;
  main: StreamDraft;
  sub: StreamDraft | null;
  /** An empty password keeps the one that is stored. */
  account: { username: string; password: string };
  onvif: { host: string; port: string };
  /** Of a cloud-only camera; degrees as typed. */
  place: { address: string; lat: string; lon: string };
  recordingMode: RecordingMode;
  retentionDays: string;
  analysis: AnalysisSettings;
  recording: CameraSettings['recording'];
  recognition: CameraSettings['recognition'];
  privacy: CameraSettings['privacy'];
  cameraSearchSettings: CameraSettings['cameraSearchSettings'];
  cameraAssets: CameraSettings['cameraAssets'];
  vpnConfiguration: CameraSettings['vpnConfiguration'];
  delivery: CameraSettings['delivery'];
  details: CameraSettings['details'];
}

export type DraftPart = keyof CameraDraft;

const streamOf = (camera: Camera, kind: 'main' | 'sub'): StreamDraft | null => {
  const stream = camera.streams.find((each) => each.kind === kind);
  return stream === undefined ? null : { url: stream.url ?? '', transport: stream.transport, driver: stream.driver };
};

export const noStream: StreamDraft = { url: '', transport: 'tcp', driver: 'auto' };

/** What is saved, as it would be typed. */
export const draftOf = (camera: Camera, record: CameraSettingsRecord): CameraDraft => ({
  name: camera.name,
  locationId: camera.locationId,
  main: streamOf(camera, 'main') ?? noStream,
  sub: streamOf(camera, 'sub'),
  account: { username: camera.username ?? '', password: '' },
  onvif: { host: camera.onvif?.host ?? '', port: camera.onvif === null ? '80' : String(camera.onvif.port) },
  place: {
    address: record.place?.address ?? '',
    lat: record.place?.coordinates?.lat.toString() ?? '',
    lon: record.place?.coordinates?.lon.toString() ?? '',
  },
  recordingMode: record.recordingMode,
  retentionDays: String(record.retentionDays),
  analysis: record.analysis,
  recording: record.recording,
  recognition: record.recognition,
  privacy: record.privacy,
  cameraSearchSettings: record.cameraSearchSettings,
  cameraAssets: record.cameraAssets,
  vpnConfiguration: record.vpnConfiguration,
  delivery: record.delivery,
  details: record.details,
});

/** Parts that are not as they were. */
export const changedParts = (base: CameraDraft, draft: CameraDraft): DraftPart[] =>
  (Object.keys(draft) as DraftPart[]).filter((part) => !isSame(base[part], draft[part]));

/** What was typed, once it is saved: as it stands, but a password is never shown again. */
export const savedDraft = (draft: CameraDraft): CameraDraft => ({
  ...draft,
  account: { ...draft.account, password: '' },
});

/** What was typed upon what somebody else saved meanwhile; `both` names the fields (dotted) that both had changed: they stay as typed. */
export const rebased = (
  base: CameraDraft,
  mine: CameraDraft,
  theirs: CameraDraft,
): { draft: CameraDraft; both: string[] } => {
  const { value, both } = mergeThree({ base, mine, theirs }, wholeParts);
  return { draft: value as CameraDraft, both };
};

const valueAt = (draft: unknown, field: string): unknown =>
  field
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined,
      draft,
    );

/** Of fields (dotted) that both had changed, those in which something else is typed than what is saved now. */
export const stillTyped = (both: readonly string[], base: CameraDraft, draft: CameraDraft): string[] =>
  both.filter((field) => !isSame(valueAt(base, field), valueAt(draft, field)));

/** What is shown once `sent` is saved as `saved`: what was typed while the answer was on its way stays, and is not saved yet. */
export function afterSaving(
  sent: CameraDraft,
  now: CameraDraft,
  saved: CameraDraft,
): { draft: CameraDraft; isTouched: boolean } {
  const isTouched = changedParts(sent, now).length > 0;
  return { draft: isTouched ? rebased(sent, now, saved).draft : saved, isTouched };
}

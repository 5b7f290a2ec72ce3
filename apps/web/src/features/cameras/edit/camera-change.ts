import type { CameraUpdate, StreamInput } from '@sightline/contracts/cameras/camera';
import { degreesOf } from '../../../platform/geo/degrees.ts';
import { changedParts, type CameraDraft, type DraftPart } from './camera-draft.ts';

const streamsOf = ({ main, sub }: CameraDraft): StreamInput[] => [
  { kind: 'main', ...main, url: main.url.trim() },
  ...(sub === null ? [] : [{ kind: 'sub' as const, ...sub, url: sub.url.trim() }]),
];

const placeOf = ({ place: { address, lat, lon } }: CameraDraft): NonNullable<CameraUpdate['place']> => {
  const [latitude, longitude] = [degreesOf(lat, 90), degreesOf(lon, 180)];
  return {
    address: address.trim() === '' ? null : address.trim(),
    coordinates: latitude === null || longitude === null ? null : { lat: latitude, lon: longitude },
  };
};

const settingParts = [
  'recording',
  'recognition',
  'privacy',
  'cameraSearchSettings',
  'cameraAssets',
  'vpnConfiguration',
  'delivery',
  'details',
] as const;

/** What was typed and is not saved yet, as the server wants it; nothing else is sent. */
export function changeOf(base: CameraDraft, draft: CameraDraft): CameraUpdate {
  const changed = new Set<DraftPart>(changedParts(base, draft));
  const settings = Object.fromEntries(
    settingParts.filter((part) => changed.has(part)).map((part) => [part, draft[part]]),
  );
  const { host, port } = draft.onvif;
  return {
    ...(changed.has('name') && { name: draft.name.trim() }),
    ...(changed.has('locationId') && { locationId: draft.locationId }),
    ...((changed.has('main') || changed.has('sub')) && { streams: streamsOf(draft) }),
    ...(changed.has('account') && { credentials: draft.account }),
    ...(changed.has('onvif') && { onvif: host.trim() === '' ? null : { host: host.trim(), port: Number(port) } }),
    ...(changed.has('place') && { place: placeOf(draft) }),
    ...(changed.has('recordingMode') && { recordingMode: draft.recordingMode }),
    ...(changed.has('retentionDays') && { retentionDays: Number(draft.retentionDays) }),
    ...(changed.has('analysis') && { analysis: draft.analysis }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

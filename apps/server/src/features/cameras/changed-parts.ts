import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { cameraSettings, type CameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraValues, StreamValues } from './camera-writes.repository.ts';
import type { CameraRow } from './cameras.repository.ts';

/** A change of a camera as it is written. */
export interface WrittenChange {
  values: Partial<CameraValues>;
  streams: readonly StreamValues[] | null;
  hasCredentials: boolean;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const streamText = ({ kind, urlKey, transport, driver }: StreamValues): string =>
  [kind, urlKey, transport, driver].join(' ');
const streamTexts = (streams: readonly StreamValues[]): string[] =>
  streams.map(streamText).toSorted((a, b) => (a < b ? -1 : 1));

function changedSettingParts(before: CameraRow, written: string | undefined): string[] {
  if (written === undefined) return [];
  const was = cameraSettings.parse(before.settings);
  const is = cameraSettings.parse(JSON.parse(written));
  return (Object.keys(is) as (keyof CameraSettings)[]).filter((part) => !isSame(was[part], is[part]));
}

/** What a change makes different, by the names that the parts have in the API; values are left out, because passwords are among them. */
export function changedParts(before: CameraRow, { values, streams, hasCredentials }: WrittenChange): string[] {
  const plain = (['name', 'locationId', 'recordingMode', 'retentionDays', 'retentionBytes'] as const).filter(
    (part) => values[part] !== undefined && values[part] !== before[part],
  );
  const differs = (...columns: ('onvifHost' | 'onvifPort' | 'address' | 'latitude' | 'longitude')[]): boolean =>
    columns.some((column) => values[column] !== undefined && values[column] !== before[column]);
  return [
    ...plain,
    ...(streams && !isSame(streamTexts(streams), streamTexts(before.streams)) ? ['streams'] : []),
    ...(hasCredentials ? ['credentials'] : []),
    ...(differs('onvifHost', 'onvifPort') ? ['onvif'] : []),
    ...(differs('address', 'latitude', 'longitude') ? ['place'] : []),
    ...(values.analysis !== undefined &&
    !isSame(analysisSettings.parse(before.analysis), analysisSettings.parse(JSON.parse(values.analysis)))
      ? ['analysis']
      : []),
    ...changedSettingParts(before, values.settings),
  ];
}

import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import {
  cameraSettings,
  type CameraSettings,
  type CameraSettingsUpdate,
} from '@sightline/contracts/cameras/camera-settings';
import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import type { AnalyticsSwitches } from '@sightline/contracts/organizations/analytics-switches';
import { AppError } from '@sightline/contracts/shared/errors';
import { crossesItself } from '@sightline/domain/cameras/polygon';
import { hoursOverlap } from '@sightline/domain/cameras/weekly-hours';

/** Settings after a change: absent parts and absent fields of a part stay. */
export function changedSettings(before: Partial<CameraSettings>, change: CameraSettingsUpdate): CameraSettings {
  const current = cameraSettings.parse(before);
  return cameraSettings.parse({
    recording: { ...current.recording, ...change.recording },
    recognition: { ...current.recognition, ...change.recognition },
    privacy: { ...current.privacy, ...change.privacy },
    cameraSearchSettings: { ...current.cameraSearchSettings, ...change.cameraSearchSettings },
    cameraAssets: change.cameraAssets ?? current.cameraAssets,
    vpnConfiguration: { ...current.vpnConfiguration, ...change.vpnConfiguration },
    delivery: { ...current.delivery, ...change.delivery },
    details: { ...current.details, ...change.details },
  });
}

function requireWhole(field: string, areas: readonly PicturePolygon[]): void {
  const index = areas.findIndex(crossesItself);
  if (index >= 0) throw new AppError('zone_crossing', { fields: [`${field}.${String(index)}`] });
}

function requireEachOnce(field: string, things: readonly { id: string }[]): void {
  if (new Set(things.map(({ id }) => id)).size !== things.length)
    throw new AppError('validation_failed', { fields: [field] });
}

/** Throws `zone_crossing` for an area that crosses itself. */
export function requireSoundAnalysis({ zones, zonesExclude, definedZones }: AnalysisSettings): void {
  requireWhole('analysis.zones', zones);
  requireWhole('analysis.zonesExclude', zonesExclude);
  requireWhole(
    'analysis.definedZones',
    definedZones.map(({ points }) => points),
  );
}

/** Throws `zone_crossing`, `schedule_overlaps`, or `validation_failed` for a thing that is there twice. */
export function requireSoundSettings({ privacy, recording, cameraAssets }: CameraSettings): void {
  requireWhole('privacy.zones', privacy.zones);
  requireWhole(
    'privacy.definedZones',
    privacy.definedZones.map(({ points }) => points),
  );
  requireEachOnce('privacy.definedZones', privacy.definedZones);
  requireEachOnce('cameraAssets', cameraAssets);
  if (new Set(privacy.objectsToPixelate).size !== privacy.objectsToPixelate.length)
    throw new AppError('validation_failed', { fields: ['privacy.objectsToPixelate'] });
  if (hoursOverlap(recording.schedule)) throw new AppError('schedule_overlaps', { fields: ['recording.schedule'] });
}

interface Wanted {
  recognition: CameraSettings['recognition'];
  readsPlates: boolean;
}

/** Throws `organization_switch_off` when something is switched on that the organization forbids; what was on already may stay, without effect. */
export function requireAllowed(before: Wanted | null, after: Wanted, allowed: AnalyticsSwitches): void {
  const forbidden = Object.entries(after.recognition)
    .filter(
      ([name, isOn]) =>
        isOn &&
        !(allowed as Record<string, boolean>)[name] &&
        !(before?.recognition as Record<string, boolean> | undefined)?.[name],
    )
    .map(([name]) => `recognition.${name}`);
  // A new camera reads plates unless told otherwise, so only switching it on afterwards is refused.
  if (before && after.readsPlates && !before.readsPlates && !allowed.licensePlates)
    forbidden.push('analysis.readsPlates');
  if (forbidden.length > 0) throw new AppError('organization_switch_off', { fields: forbidden });
}

import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { CameraSettings, PrivacySettings } from '@sightline/contracts/cameras/camera-settings';
import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import type { EventClass } from '@sightline/contracts/events/event';

/** What a camera hides from everybody who may not see originals. */
export interface CameraPrivacy {
  /** Always hidden; corners in fractions of the picture. */
  areas: PicturePolygon[];
  /** Hidden wherever they are. */
  objects: EventClass[];
  /** Where objects are is known: all of them are looked for, in the whole picture. Else the whole picture is hidden. */
  isLookedFor: boolean;
  how: PrivacySettings['privacyType'];
}

/** What a camera hides; null when nothing is hidden. */
export function privacyOf(camera: {
  settings: Pick<CameraSettings, 'privacy'>;
  analysis: AnalysisSettings;
}): CameraPrivacy | null {
  const { privacy } = camera.settings;
  const areas = [...privacy.zones, ...privacy.definedZones.map((zone) => zone.points)];
  const objects = [...new Set(privacy.objectsToPixelate)];
  if (areas.length === 0 && objects.length === 0) return null;
  const { isOn, objectsToScan, zones, zonesExclude } = camera.analysis;
  // What stands where nothing counts is not followed, and would show.
  const isWholePicture = zones.length === 0 && zonesExclude.length === 0;
  const isLookedFor = isOn && isWholePicture && objects.every((object) => objectsToScan.includes(object));
  return { areas, objects, isLookedFor, how: privacy.privacyType };
}

/** Of a camera that is not known, nobody knows what it hides: the whole picture, with everything in it. */
export const hidesAll: CameraPrivacy = {
  areas: [
    [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ],
  ],
  objects: ['person', 'vehicle', 'animal'],
  isLookedFor: false,
  how: 'fill',
};

/** What one of several cameras hides; null when that is nothing. A camera that is not among them hides all. */
export function privacyAmong(
  cameras: readonly { cameraId: string; privacy?: CameraPrivacy | null }[],
  cameraId: string,
): CameraPrivacy | null {
  const camera = cameras.find((one) => one.cameraId === cameraId);
  return camera === undefined ? hidesAll : (camera.privacy ?? null);
}

/** Equal exactly when the same is hidden in the same way. */
export const privacyKey = (privacy: CameraPrivacy | null): string => (privacy === null ? '' : JSON.stringify(privacy));

/** How much of the picture is hidden. What happened before is not known of objects; what happens now is, where they are looked for. */
export const maskedHow = (privacy: CameraPrivacy, when: 'live' | 'recorded'): 'parts' | 'whole' =>
  privacy.objects.length > 0 && (when === 'recorded' || !privacy.isLookedFor) ? 'whole' : 'parts';

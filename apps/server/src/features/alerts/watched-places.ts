import type { PicturePolygon } from '@sightline/contracts/cameras/picture-shape';
import { holdsPoint } from '@sightline/domain/cameras/areas';

/** The picture is looked at in so many points. */
const columns = 64;
const rows = 36;

const everywhere: PicturePolygon = Array.from({ length: columns * rows }, (_, index) => ({
  x: ((index % columns) + 0.5) / columns,
  y: (Math.floor(index / columns) + 0.5) / rows,
}));

/** Whether a rule watches nothing but what a camera hides. No zones: the whole picture. */
export function watchesOnlyHidden(zones: readonly PicturePolygon[], areas: readonly PicturePolygon[]): boolean {
  if (areas.length === 0) return false;
  const inZones = everywhere.filter((point) => zones.some((zone) => holdsPoint(zone, point)));
  // A zone that is smaller than what lies between the points is known by its corners.
  const watched = zones.length === 0 ? everywhere : inZones.length === 0 ? zones.flat() : inZones;
  return watched.every((point) => areas.some((area) => holdsPoint(area, point)));
}

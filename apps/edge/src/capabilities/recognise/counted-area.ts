import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Point } from './box-geometry.ts';
import { isInside } from './zone-visits.ts';

/** Where in the picture things count. */
export type CountedArea = Pick<AnalysisSettings, 'zones' | 'zonesExclude'>;

/** Whether what stands at this point of the picture counts: within an included area if there are any, and within no excluded one. */
export function countsAt({ zones, zonesExclude }: CountedArea, point: Point): boolean {
  // The lowest row of the picture belongs to the areas that reach it.
  const at = { x: Math.min(point.x, 0.9995), y: Math.min(point.y, 0.9995) };
  return (
    (zones.length === 0 || zones.some((corners) => isInside(at, corners))) &&
    !zonesExclude.some((corners) => isInside(at, corners))
  );
}

/** Whether the whole picture counts. */
export const countsEverywhere = ({ zones, zonesExclude }: CountedArea): boolean =>
  zones.length === 0 && zonesExclude.length === 0;

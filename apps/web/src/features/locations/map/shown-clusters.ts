import type { MapCluster } from './map-places.ts';
import { toScreen, type MapView, type ViewSize, type WorldPoint } from '../../../platform/geo/mercator.ts';

/** A gathering in the view, in px. `isNamed`: there is room for its name. */
export interface ShownCluster extends WorldPoint {
  cluster: MapCluster;
  isNamed: boolean;
}

const marginPx = 80;
const namePx = 140;
const linePx = 20;
const pinPx = 40;

/** What a sign and its name cover, in px, so that nothing else is written there. */
export const boxesOf = ({ x, y, isNamed }: ShownCluster): { x: number; y: number; width: number; height: number }[] => [
  { x: x - pinPx / 2, y: y - pinPx / 2, width: pinPx, height: pinPx },
  ...(isNamed ? [{ x: x - namePx / 2, y: y + linePx / 2, width: namePx, height: linePx }] : []),
];

/** What of the sites is in view, and whose name can stand there without covering another. */
export const shownClusters = (clusters: readonly MapCluster[], view: MapView, size: ViewSize): ShownCluster[] => {
  const named: WorldPoint[] = [];
  return clusters.flatMap((cluster) => {
    const { x, y } = toScreen(cluster, view, size);
    if (x < -marginPx || y < -marginPx || x > size.width + marginPx || y > size.height + marginPx) return [];
    const isNamed =
      cluster.places.length === 1 &&
      named.every((other) => Math.abs(other.x - x) > namePx || Math.abs(other.y - y) > linePx);
    if (isNamed) named.push({ x, y });
    return [{ cluster, x, y, isNamed }];
  });
};

import type { MapCluster } from './map-places.ts';
import type { Obstacle } from '../../../ui/map/obstacle-layer.ts';
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

/** What a sign and its name cover, so that nothing else is written there. */
export const obstacleOf = ({ cluster: { x, y }, isNamed }: ShownCluster): Obstacle => ({
  x,
  y,
  boxes: [
    { x: -pinPx / 2, y: -pinPx / 2, width: pinPx, height: pinPx },
    ...(isNamed ? [{ x: -namePx / 2, y: linePx / 2, width: namePx, height: linePx }] : []),
  ],
});

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

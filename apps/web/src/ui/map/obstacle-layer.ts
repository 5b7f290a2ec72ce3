import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Style from 'ol/style/Style.js';
import { toMetres, type WorldPoint } from '../../platform/geo/mercator.ts';

/** What names of places may not cover: boxes around a point of the world, in px from it. */
export interface Obstacle extends WorldPoint {
  boxes: readonly { x: number; y: number; width: number; height: number }[];
}

const quarter = Math.PI / 4;
const clear = new Fill({ color: 'transparent' });

const boxStyle = ({ x, y, width, height }: Obstacle['boxes'][number]): Style =>
  new Style({
    image: new RegularShape({
      points: 4,
      angle: quarter,
      radius: (height / 2) * Math.SQRT2,
      scale: [width / height, 1],
      displacement: [x + width / 2, -(y + height / 2)],
      fill: clear,
      declutterMode: 'obstacle',
    }),
  });

/** A layer that nobody sees and that keeps room for what stands on the map. */
export const openObstacleLayer = (): { layer: VectorLayer; keep: (obstacles: readonly Obstacle[]) => void } => {
  const source = new VectorSource({ wrapX: false });
  const layer = new VectorLayer({ source, declutter: true, zIndex: 1 });
  let kept = '';
  return {
    layer,
    keep: (obstacles) => {
      // Whoever pushes the map does not move what stands on it.
      const wanted = JSON.stringify(obstacles);
      if (wanted === kept) return;
      kept = wanted;
      source.clear(true);
      source.addFeatures(
        obstacles.map((obstacle) => {
          const feature = new Feature(new Point(toMetres(obstacle)));
          feature.setStyle(obstacle.boxes.map(boxStyle));
          return feature;
        }),
      );
    },
  };
};

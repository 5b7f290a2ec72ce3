import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { toMetres, type WorldPoint } from './mercator.ts';
import type { WorldLines } from './world-lines.ts';

/** Colours of the world, as a canvas has them. */
export interface WorldColours {
  water: string;
  land: string;
  region: string;
  country: string;
}

type Part = 'land' | 'borders' | 'coasts';

const metresOf = (lines: readonly (readonly WorldPoint[])[]): [number, number][][] =>
  lines.map((line) => line.map(toMetres));

const partOf = (part: Part, geometry: Geometry): Feature => {
  const feature = new Feature(geometry);
  feature.set('part', part);
  return feature;
};

const stylesIn = ({ land, region, country }: WorldColours): Readonly<Record<Part, Style>> => ({
  land: new Style({ fill: new Fill({ color: land }) }),
  borders: new Style({ zIndex: 1, stroke: new Stroke({ color: region, width: 1 }) }),
  coasts: new Style({ zIndex: 2, stroke: new Stroke({ color: country, width: 1 }) }),
});

/** Countries as a layer of the map library, empty at first. */
export interface WorldLayer {
  layer: VectorLayer;
  show: (world: WorldLines) => void;
  wear: (colours: WorldColours) => void;
}

/** Opens the layer below everything else. */
export const openWorldLayer = (): WorldLayer => {
  const source = new VectorSource({ wrapX: false });
  const layer = new VectorLayer({ source });
  return {
    layer,
    show: ({ rings, borders, coasts }) => {
      source.clear();
      source.addFeatures([
        ...metresOf(rings).map((ring) => partOf('land', new Polygon([ring]))),
        partOf('borders', new MultiLineString(metresOf(borders))),
        partOf('coasts', new MultiLineString(metresOf(coasts))),
      ]);
    },
    wear: (colours) => {
      const styles = stylesIn(colours);
      layer.setBackground(colours.water);
      layer.setStyle((feature) => styles[feature.get('part') as Part]);
    },
  };
};

import { linesWithin, ringsWithin } from './antimeridian.ts';
import { projected, type WorldPoint } from './mercator.ts';

/** Countries as TopoJSON: arcs that neighbours share, each point as a step from the one before. */
export interface WorldTopology {
  transform: { scale: readonly number[]; translate: readonly number[] };
  arcs: readonly (readonly (readonly number[])[])[];
  objects: { countries: { geometries: readonly { type: string; arcs?: unknown }[] } };
}

/** What is drawn of the world. */
export interface WorldLines {
  /** Closed lines around land. */
  rings: WorldPoint[][];
  coasts: WorldPoint[][];
  /** Lines between two countries. */
  borders: WorldPoint[][];
}

const arcPoints = ({ transform, arcs }: WorldTopology): WorldPoint[][] => {
  const [scaleX = 1, scaleY = 1] = transform.scale;
  const [fromX = 0, fromY = 0] = transform.translate;
  return arcs.map((arc) => {
    let [x, y] = [0, 0];
    return arc.map(([dx = 0, dy = 0]) => {
      x += dx;
      y += dy;
      return projected({ lon: x * scaleX + fromX, lat: y * scaleY + fromY });
    });
  });
};

/** All rings of a geometry as lists of arc numbers; what is no polygon has none. */
const ringsOf = ({ type, arcs }: { type: string; arcs?: unknown }): number[][] => {
  if (type === 'Polygon') return arcs as number[][];
  return type === 'MultiPolygon' ? (arcs as number[][][]).flat() : [];
};

/** Arc `n` backwards is written `~n`. */
const forward = (arc: number): number => (arc < 0 ? ~arc : arc);

/** Unpacks countries to lines in the square of the projection. */
export const worldLines = (topology: WorldTopology): WorldLines => {
  const points = arcPoints(topology);
  const rings = topology.objects.countries.geometries.flatMap(ringsOf);
  const uses = new Map<number, number>();
  for (const arc of rings.flat()) uses.set(forward(arc), (uses.get(forward(arc)) ?? 0) + 1);
  const lines = (isWanted: (count: number) => boolean): WorldPoint[][] =>
    [...uses].flatMap(([arc, count]) => (isWanted(count) ? linesWithin(points[arc] ?? []) : []));
  return {
    coasts: lines((count) => count === 1),
    borders: lines((count) => count > 1),
    rings: rings.flatMap((ring) =>
      ringsWithin(
        ring.flatMap((arc, index) => {
          const line = points[forward(arc)] ?? [];
          const directed = arc < 0 ? line.toReversed() : line;
          // Each arc begins where the one before ended.
          return index === 0 ? directed : directed.slice(1);
        }),
      ),
    ),
  };
};

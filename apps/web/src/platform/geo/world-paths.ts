import worldUrl from 'world-atlas/countries-50m.json?url';
import { queryOptions } from '@tanstack/react-query';
import type { WorldPoint } from './mercator.ts';
import { worldLines, type WorldTopology } from './world-lines.ts';

/** The world ready to be drawn, in units of its own width. */
export interface WorldPaths {
  land: Path2D;
  coasts: Path2D;
  borders: Path2D;
}

const pathOf = (lines: readonly (readonly WorldPoint[])[], isClosed: boolean): Path2D => {
  const path = new Path2D();
  for (const line of lines) {
    for (const [index, { x, y }] of line.entries()) {
      if (index === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    }
    if (isClosed) path.closePath();
  }
  return path;
};

/** Countries, from our own server: no service outside is asked, and none learns where anybody's sites are. */
export const worldPaths = () =>
  queryOptions({
    queryKey: ['world'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<WorldPaths> => {
      const response = await fetch(worldUrl, { signal });
      if (!response.ok) throw new Error(`the map answered ${String(response.status)}`);
      const { rings, coasts, borders } = worldLines((await response.json()) as WorldTopology);
      return { land: pathOf(rings, true), coasts: pathOf(coasts, false), borders: pathOf(borders, false) };
    },
  });

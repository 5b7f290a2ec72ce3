import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { logProblem } from '../log/log.ts';
import { drawLabels, measuring } from './draw-labels.ts';
import { layoutLabels, type ScreenBox } from './label-layout.ts';
import { readStreetMap } from './street-map-query.ts';
import { createStreetTiles, openTileWorker, type TileScene } from './street-tiles.ts';

/** A scene with what names need: their typeface, and what they may not cover. */
export interface StreetScene extends TileScene {
  family: string;
  obstacles: readonly ScreenBox[];
}

/** Streets on a canvas. */
export interface StreetLayer {
  /** Draws what is there; `drawBelow` is asked for what streets do not cover. Answers false while a part could not be had. */
  draw(context: CanvasRenderingContext2D, scene: StreetScene, drawBelow: () => void): boolean;
  end(): void;
}

/** Opens the streets of a map; `onChange` hears when there is more to be drawn. */
export const openStreetLayer = ({
  map,
  language,
  onChange,
}: {
  map: StreetMap;
  language: string;
  onChange: () => void;
}): StreetLayer => {
  const read = (offset: number, length: number): Promise<ArrayBuffer> => readStreetMap(map.version, offset, length);
  const tiles = createStreetTiles({ map, language, port: openTileWorker(), read, onChange, onProblem: logProblem });
  return {
    draw: (context, scene, drawBelow) => {
      const { view, size, ratio, colours, family, obstacles } = scene;
      const { pictures, labels, covered, isCovering, isFailing } = tiles.frame(scene);
      if (!isCovering) drawBelow();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.save();
      context.beginPath();
      context.rect(covered.x, covered.y, covered.width, covered.height);
      context.clip();
      for (const { picture, box } of pictures) {
        context.drawImage(picture, box.x, box.y, box.width, box.height);
        // Finished pictures are as bright as they were made: a veil makes them fit the theme.
        if (map.tiles === 'vector') continue;
        context.fillStyle = colours.veil;
        context.fillRect(box.x, box.y, box.width, box.height);
      }
      context.restore();
      const shown = layoutLabels({ labels, view, size, obstacles, widthOf: measuring(context, family) });
      drawLabels(context, shown, { colours, family, ratio });
      return !isFailing;
    },
    end: () => tiles.end(),
  };
};

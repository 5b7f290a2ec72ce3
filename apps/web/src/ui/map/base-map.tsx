import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapView, ViewSize } from '../../platform/geo/mercator.ts';
import { worldPaths } from '../../platform/geo/world-paths.ts';
import type { ScreenBox } from '../../platform/street-map/label-layout.ts';
import { useStreetMap } from '../../platform/street-map/street-map-query.ts';
import { useStreetLayer } from '../../platform/street-map/use-street-layer.ts';
import { FormFailure } from '../forms/form-failure.tsx';
import { drawMap } from './draw-map.ts';
import { MapNotes } from './map-notes.tsx';
import classes from './base-map.module.css';

interface BaseMapProps {
  view: MapView;
  size: ViewSize;
  /** What names of places may not cover. */
  obstacles?: readonly ScreenBox[];
}

const nothing: readonly ScreenBox[] = [];

/** The ground of a map: countries from our own data, and the streets of the installation where it was given some. */
export function BaseMap({ view, size, obstacles = nothing }: BaseMapProps) {
  const { i18n } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const world = useQuery(worldPaths());
  const { map, problem } = useStreetMap();
  const [isWhole, setIsWhole] = useState(true);
  const draw = useRef<() => void>(() => undefined);
  const waiting = useRef<number | null>(null);
  // Many tiles come between two pictures of the screen: they are drawn together.
  const drawSoon = useCallback((): void => {
    waiting.current ??= requestAnimationFrame(() => {
      waiting.current = null;
      draw.current();
    });
  }, []);
  const { layer, isBroken } = useStreetLayer(map, i18n.language, drawSoon);
  useEffect(() => {
    draw.current = () => {
      if (canvas.current !== null && size.width > 0)
        setIsWhole(drawMap(canvas.current, { world: world.data, streets: layer, view, size, obstacles }));
    };
    drawSoon();
  });
  useEffect(
    () => () => {
      if (waiting.current !== null) cancelAnimationFrame(waiting.current);
      waiting.current = null;
    },
    [],
  );
  return (
    <>
      <canvas ref={canvas} className={classes.canvas} data-streets={map !== null} aria-hidden="true" />
      {world.error !== null && (
        <div className={classes.failure}>
          <FormFailure failure={world.error} />
        </div>
      )}
      <MapNotes map={map} problem={problem} isBroken={isBroken} isWhole={isWhole} />
    </>
  );
}

import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { lookOf, type MapLook } from '../../platform/street-map/map-colours.ts';
import { useStreetMap } from '../../platform/street-map/street-map-query.ts';
import { FormFailure } from '../forms/form-failure.tsx';
import { MapNotes } from './map-notes.tsx';
import { openObstacleLayer, type Obstacle } from './obstacle-layer.ts';
import type { BaseMapState } from './use-base-map.ts';
import { useStreetLayer } from './use-street-layer.ts';
import { useWorldLayer } from './use-world-layer.ts';
import classes from './base-map.module.css';

interface BaseMapProps {
  base: BaseMapState;
  /** What names of places may not cover. */
  obstacles?: readonly Obstacle[];
  /** What stands on the map. */
  children: ReactNode;
}

const nothing: readonly Obstacle[] = [];

/** The look of the map in the theme of now. */
const useMapLook = (map: BaseMapState['map'], hasStreets: boolean): MapLook | null => {
  const [look, setLook] = useState<MapLook | null>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = map?.getTargetElement();
    if (element) setLook(lookOf(element));
  }, [map, scheme, hasStreets]);
  return look;
};

const useObstacles = (map: BaseMapState['map'], obstacles: readonly Obstacle[]): void => {
  const [kept, setKept] = useState<ReturnType<typeof openObstacleLayer> | null>(null);
  useEffect(() => {
    if (map === null) return undefined;
    const opened = openObstacleLayer();
    map.addLayer(opened.layer);
    setKept(opened);
    return () => {
      map.removeLayer(opened.layer);
      opened.layer.dispose();
    };
  }, [map]);
  useEffect(() => kept?.keep(obstacles), [kept, obstacles]);
};

/** The ground of a map: countries from our own data, and the streets of the installation where it was given some. */
export function BaseMap({ base, obstacles = nothing, children }: BaseMapProps) {
  const { i18n } = useTranslation();
  const { map, target } = base;
  const above = map?.getOverlayContainer();
  const { map: streetMap, problem } = useStreetMap();
  const look = useMapLook(map, streetMap !== null);
  const failure = useWorldLayer(map, look);
  const isWhole = useStreetLayer({ map, streetMap, language: i18n.language, look });
  useObstacles(map, obstacles);
  return (
    <div ref={target} className={classes.canvas} data-streets={streetMap !== null}>
      {above !== undefined &&
        createPortal(
          // What stands on the map is in its own element, so that wheel and keys reach the map there, too.
          <div className={classes.above}>
            {children}
            {failure !== null && (
              <div className={classes.failure}>
                <FormFailure failure={failure} />
              </div>
            )}
            <MapNotes map={streetMap} problem={problem} isWhole={isWhole} />
          </div>,
          above,
        )}
    </div>
  );
}

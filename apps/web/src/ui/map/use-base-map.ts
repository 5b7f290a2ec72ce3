import type OlMap from 'ol/Map.js';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapView, ViewSize, WorldPoint } from '../../platform/geo/mercator.ts';
import { useStreetMap } from '../../platform/street-map/street-map-query.ts';
import { countryZoom, limitZoom, openMap, showAll, sizeOf, streetZoom, viewOf } from './open-map.ts';

/** A map on a screen. */
export interface BaseMapState {
  /** Null until its element is there. */
  map: OlMap | null;
  /** For the element that the map fills. */
  target: (element: HTMLElement | null) => void;
  view: MapView;
  size: ViewSize;
  /** As near as one comes. */
  maxZoom: number;
  zoomBy: (steps: number) => void;
  /** Goes where these points are seen, not nearer than `maxZoom`. */
  goTo: (points: readonly WorldPoint[], maxZoom: number) => void;
  /** Goes back to where all points are seen. */
  showWhole: () => void;
  /** The view stays where it is, whatever becomes of the points. */
  hold: () => void;
}

interface Shown {
  view: MapView;
  size: ViewSize;
}

const nowhere: Shown = { view: { x: 0.5, y: 0.5, zoom: 0 }, size: { width: 0, height: 0 } };

/** The map of an element, from when it is there until it goes. */
const useOpenMap = (): Pick<BaseMapState, 'map' | 'target'> => {
  const [map, setMap] = useState<OlMap | null>(null);
  const opened = useRef<OlMap | null>(null);
  const target = useCallback((element: HTMLElement | null) => {
    opened.current?.setTarget();
    opened.current?.dispose();
    opened.current = element === null ? null : openMap(element);
    setMap(opened.current);
  }, []);
  return { map, target };
};

/** What a map shows, as it changes. */
const useShown = (map: OlMap | null): Shown => {
  const [shown, setShown] = useState(nowhere);
  useEffect(() => {
    if (map === null) return undefined;
    const follow = (): void => setShown({ view: viewOf(map), size: sizeOf(map) });
    const view = map.getView();
    view.on(['change:center', 'change:resolution'], follow);
    map.on('change:size', follow);
    follow();
    return () => {
      view.un(['change:center', 'change:resolution'], follow);
      map.un('change:size', follow);
    };
  }, [map]);
  return shown;
};

/** A map that shows all points, not nearer than `nearest`, also when they or its size change, until somebody moves it. */
export const useBaseMap = (points: readonly WorldPoint[], nearest: number): BaseMapState => {
  const { map, target } = useOpenMap();
  const { view, size } = useShown(map);
  const maxZoom = useStreetMap().map === null ? countryZoom : streetZoom;
  const isHeld = useRef(false);
  const isOurs = useRef(false);
  /** Moves the map without anybody having moved it. */
  const quietly = useCallback((move: () => void): void => {
    isOurs.current = true;
    move();
    isOurs.current = false;
  }, []);
  useEffect(() => {
    if (map === null) return undefined;
    const hold = (): void => {
      if (!isOurs.current) isHeld.current = true;
    };
    map.getView().on(['change:center', 'change:resolution'], hold);
    return () => map.getView().un(['change:center', 'change:resolution'], hold);
  }, [map]);
  useEffect(() => {
    if (map !== null) quietly(() => limitZoom(map, maxZoom));
  }, [map, maxZoom, quietly]);
  const whole = useCallback((): void => {
    if (map !== null) quietly(() => showAll(map, points, nearest));
  }, [map, points, nearest, quietly]);
  useEffect(() => {
    if (!isHeld.current) whole();
  }, [whole, size.width, size.height, maxZoom]);
  return {
    map,
    target,
    view,
    size,
    maxZoom,
    zoomBy: (steps) => map?.getView().adjustZoom(steps),
    goTo: (to, most) => {
      if (map !== null) showAll(map, to, most);
    },
    showWhole: () => {
      isHeld.current = false;
      whole();
    },
    hold: () => {
      isHeld.current = true;
    },
  };
};

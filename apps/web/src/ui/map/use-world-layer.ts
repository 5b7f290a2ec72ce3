import { useQuery } from '@tanstack/react-query';
import type OlMap from 'ol/Map.js';
import { useEffect, useState } from 'react';
import { openWorldLayer, type WorldLayer } from '../../platform/geo/world-layer.ts';
import { worldCountries } from '../../platform/geo/world-query.ts';
import type { MapLook } from '../../platform/street-map/map-colours.ts';

/** Countries on a map, below everything else. Answers why they could not be had. */
export const useWorldLayer = (map: OlMap | null, look: MapLook | null): Error | null => {
  const world = useQuery(worldCountries());
  const [opened, setOpened] = useState<WorldLayer | null>(null);
  useEffect(() => {
    if (map === null) return undefined;
    const layer = openWorldLayer();
    map.getLayers().insertAt(0, layer.layer);
    setOpened(layer);
    return () => {
      map.removeLayer(layer.layer);
      layer.layer.dispose();
      setOpened(null);
    };
  }, [map]);
  useEffect(() => {
    if (look !== null) opened?.wear(look.colours);
  }, [opened, look]);
  useEffect(() => {
    if (world.data !== undefined) opened?.show(world.data);
  }, [opened, world.data]);
  return world.error;
};

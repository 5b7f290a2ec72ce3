import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import type OlMap from 'ol/Map.js';
import { useEffect, useState } from 'react';
import { logProblem } from '../../platform/log/log.ts';
import type { MapLook } from '../../platform/street-map/map-colours.ts';
import { openStreetLayer } from '../../platform/street-map/street-layer.ts';
import { readStreetMap } from '../../platform/street-map/street-map-query.ts';

interface Streets {
  map: OlMap | null;
  streetMap: StreetMap | null;
  language: string;
  look: MapLook | null;
}

/** Streets on a map, above the world. Answers false while a part of them could not be had. */
export const useStreetLayer = ({ map, streetMap, language, look }: Streets): boolean => {
  const [isWhole, setIsWhole] = useState(true);
  const [wear, setWear] = useState<((look: MapLook) => void) | null>(null);
  useEffect(() => {
    if (map === null || streetMap === null) return undefined;
    const streets = openStreetLayer({
      map: streetMap,
      language,
      read: (offset, length) => readStreetMap(streetMap.version, offset, length),
      onWhole: setIsWhole,
      onProblem: logProblem,
    });
    setWear(() => (worn: MapLook) => {
      streets.wear(worn);
      // Drawn only once it has colours.
      if (!map.getLayers().getArray().includes(streets.layer)) map.getLayers().insertAt(1, streets.layer);
    });
    return () => {
      setWear(null);
      setIsWhole(true);
      map.removeLayer(streets.layer);
      streets.end();
    };
  }, [map, streetMap, language]);
  useEffect(() => {
    if (look !== null) wear?.(look);
  }, [wear, look]);
  return isWhole;
};

import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { useEffect, useState } from 'react';
import { logProblem } from '../log/log.ts';
import type { StreetLayer } from './street-layer.ts';

/** What became of the streets: there, on their way, or not to be had in this browser. */
export interface StreetLayerState {
  layer: StreetLayer | null;
  isBroken: boolean;
}

const none: StreetLayerState = { layer: null, isBroken: false };

/** Streets of a map on a screen, as long as it stands. Their code is fetched only where there is a map. `onChange` must stay the same. */
export const useStreetLayer = (map: StreetMap | null, language: string, onChange: () => void): StreetLayerState => {
  const [state, setState] = useState(none);
  useEffect(() => {
    if (map === null) return undefined;
    let isOver = false;
    let opened: StreetLayer | undefined;
    const open = async (): Promise<void> => {
      try {
        const { openStreetLayer } = await import('./street-layer.ts');
        if (isOver) return;
        opened = openStreetLayer({ map, language, onChange });
        setState({ layer: opened, isBroken: false });
      } catch (failure) {
        logProblem('The street map cannot be drawn', failure);
        if (!isOver) setState({ layer: null, isBroken: true });
      }
    };
    void open();
    return () => {
      isOver = true;
      opened?.end();
      setState(none);
    };
  }, [map, language, onChange]);
  return state;
};

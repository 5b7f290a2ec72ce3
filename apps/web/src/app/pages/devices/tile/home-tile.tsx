import type { Camera } from '@sightline/contracts/cameras/camera';
import { useEffect, useState } from 'react';
import { CameraThumbnail } from '../../../../features/cameras/camera-thumbnail.tsx';
import { CameraRibbon } from '../ribbon/camera-ribbon.tsx';
import { useDwell } from './use-dwell.ts';

type Draw = (typeof import('./tile-live.tsx'))['drawTileLive'];

let fetched: Draw | null = null;

const fetchDraw = async (): Promise<Draw> => (fetched = (await import('./tile-live.tsx')).drawTileLive);

/** What makes a tile alive, at once where it was fetched before: React holds back for 300 ms what comes out of a `Suspense`. */
function useTileLive(isWanted: boolean): Draw | null {
  const [draw, setDraw] = useState<Draw | null>(() => fetched);
  const isMissing = isWanted && draw === null && fetched === null;
  useEffect(() => {
    // What cannot be fetched leaves the last picture.
    if (isMissing)
      fetchDraw().then(
        (made) => setDraw(() => made),
        () => undefined,
      );
  }, [isMissing]);
  return draw ?? fetched;
}

/** Nothing comes from these, and trying would only hide what is said of them. */
const silent = new Set(['offline', 'notConnected']);

/** A camera at home: its last picture, which comes alive while somebody is over it, and its last day, in which a moment shows its picture. */
export function HomeTile({ camera }: { camera: Camera }) {
  const [momentUtcMs, setMoment] = useState<number | null>(null);
  const { isOver, handlers } = useDwell();
  const isAlive = isOver && camera.can.live && !silent.has(camera.status.state);
  const drawLive = useTileLive(isAlive);
  return (
    <CameraThumbnail
      camera={camera}
      ribbon={<CameraRibbon camera={camera} onPoint={setMoment} />}
      over={isAlive && drawLive?.({ camera, momentUtcMs })}
      handlers={handlers}
    />
  );
}

/** Fetches what makes tiles alive before anybody is over one. */
export const preloadTiles = (): void => void fetchDraw().catch(() => undefined);

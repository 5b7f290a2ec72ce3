import type { Camera } from '@sightline/contracts/cameras/camera';
import { lazy, Suspense, useState } from 'react';
import { CameraThumbnail } from '../../../../features/cameras/camera-thumbnail.tsx';
import { CameraRibbon } from '../ribbon/camera-ribbon.tsx';
import { useDwell } from './use-dwell.ts';

const TileLive = lazy(async () => ({ default: (await import('./tile-live.tsx')).TileLive }));

/** Nothing comes from these, and trying would only hide what is said of them. */
const silent = new Set(['offline', 'notConnected']);

/** A camera at home: its last picture, which comes alive while somebody is over it, and its last day, in which a moment shows its picture. */
export function HomeTile({ camera }: { camera: Camera }) {
  const [momentUtcMs, setMoment] = useState<number | null>(null);
  const { isOver, handlers } = useDwell();
  const isAlive = isOver && camera.can.live && !silent.has(camera.status.state);
  return (
    <CameraThumbnail
      camera={camera}
      ribbon={<CameraRibbon camera={camera} onPoint={setMoment} />}
      over={
        isAlive && (
          <Suspense>
            <TileLive camera={camera} momentUtcMs={momentUtcMs} />
          </Suspense>
        )
      }
      handlers={handlers}
    />
  );
}

/** Fetches what makes tiles alive before anybody is over one. */
export const preloadTiles = (): void => void import('./tile-live.tsx');

import { lazy, Suspense } from 'react';
import type { LivePictureOf } from '../../ui/drawing/drawn-camera.ts';

const LivePicture = lazy(async () => ({ default: (await import('./live-picture.tsx')).LivePicture }));

/** Moving pictures of a camera for drawing upon; the player is fetched when one is wanted. */
export const livePictureOf: LivePictureOf = ({ id, name }) => (
  <Suspense>
    <LivePicture key={id} cameraId={id} name={name} />
  </Suspense>
);

import { lazy, Suspense } from 'react';
import type { LivePictureOf } from '../../../features/entrances/entrance-form.tsx';

const LivePicture = lazy(async () => ({ default: (await import('../live-picture.tsx')).LivePicture }));

/** Moving pictures of a camera to draw a line upon; the player is fetched when one is wanted. */
export const livePictureOf: LivePictureOf = ({ id, name }) => (
  <Suspense>
    <LivePicture key={id} cameraId={id} name={name} />
  </Suspense>
);

import type { Camera } from '@sightline/contracts/cameras/camera';

type Named = Pick<Camera, 'id' | 'name'>;

/** Cameras that are offered: those found, and the chosen one, which another name must not take away. */
export const offeredCameras = (chosen: Named | undefined, found: readonly Named[]): Named[] =>
  chosen === undefined || found.some(({ id }) => id === chosen.id) ? [...found] : [chosen, ...found];

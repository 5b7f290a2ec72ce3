import type { Camera } from '@sightline/contracts/cameras/camera';
import type { ReactNode } from 'react';

/** Moving pictures of a camera; the page knows how they are made. */
export type LivePictureOf = (camera: Pick<Camera, 'id' | 'name'>) => ReactNode;

/** Width by height of the main picture; 16:9 while it is not known. */
export const aspectRatioOf = ({ streams }: Pick<Camera, 'streams'>): number => {
  const format = (streams.find(({ kind }) => kind === 'main') ?? streams[0])?.format;
  return format ? format.width / format.height : 16 / 9;
};

import { z } from 'zod';

const share = z.number().min(0).max(1);

/** A point of the picture in fractions of its width and height. */
export const picturePoint = z.object({ x: share, y: share });

/** Corners of an area of the picture, in order; the last joins the first. */
export const picturePolygon = z.array(picturePoint).min(3).max(32);

export type PicturePoint = z.infer<typeof picturePoint>;
export type PicturePolygon = z.infer<typeof picturePolygon>;

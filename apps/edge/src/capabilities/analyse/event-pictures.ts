import { withSight } from '@sightline/domain/events/picture-sight';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { maskPixels, rgbPlanes } from '../privacy/mask-pixels.ts';
import { PictureMask } from '../privacy/picture-mask.ts';
import type { EventPicture } from '../recognise/recogniser.ts';
import type { DecodeWorkerEvent } from './analyse-messages.ts';
import type { Decoding } from '../decode/decoding.ts';

/** Thumbnails travel over the uplink: small enough for a list, large enough to tell who it is. With what they say of themselves at most 90 KB. */
const limits = { maxWidth: 480, maxBytes: 84 * 1024 };

/**
 * Encodes a picture of an event for the main process, without what its camera hides: it leaves the site. It says what it shows and what
 * was hidden, so that it is not shown any more where the camera hides more later.
 */
export function encodePicture(
  decoding: Decoding,
  camera: { cameraId: string; privacy: CameraPrivacy | null },
  picture: EventPicture,
): DecodeWorkerEvent {
  const { eventId, startedAtUtcMs, kind } = picture;
  const { cameraId, privacy } = camera;
  const jpeg = encodePart(decoding, privacy, picture);
  return { type: 'picture', eventId, cameraId, startedAtUtcMs, kind, jpeg };
}

/** The same of a picture that belongs to no event. */
export function encodePart(
  decoding: Decoding,
  privacy: CameraPrivacy | null,
  picture: Pick<EventPicture, 'image' | 'part'>,
): Uint8Array {
  const image = privacy === null ? picture.image : hidden(picture, privacy);
  return withSight(decoding.jpeg(image, limits), { part: picture.part, hidden: privacy });
}

/** A camera that hides objects hides these pictures whole: others than the one that it is of may be in it. */
function hidden({ image, part }: Pick<EventPicture, 'image' | 'part'>, privacy: CameraPrivacy): RgbImage {
  const { width, height } = image;
  const data = image.data.slice();
  maskPixels(
    rgbPlanes(data, { width, height }),
    new PictureMask(privacy).grid({ width, height }, 'unknown', part),
    privacy.how,
  );
  return { width, height, data };
}

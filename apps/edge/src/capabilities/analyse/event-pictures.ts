import type { RgbImage } from '../../platform/pictures/rgb-image.ts';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';
import { maskPixels, rgbPlanes } from '../privacy/mask-pixels.ts';
import { PictureMask } from '../privacy/picture-mask.ts';
import type { EventPicture } from '../recognise/recogniser.ts';
import type { DecodeWorkerEvent } from './analyse-messages.ts';
import type { Decoding } from './decoding.ts';

/** Thumbnails travel over the uplink: small enough for a list, large enough to tell who it is. */
const limits = { maxWidth: 480, maxBytes: 90 * 1024 };

/** Encodes a picture of an event for the main process, without what its camera hides: it leaves the site. */
export function encodePicture(decoding: Decoding, camera: { cameraId: string; privacy: CameraPrivacy | null }, picture: EventPicture): DecodeWorkerEvent {
  const { eventId, startedAtUtcMs, kind } = picture;
  const image = camera.privacy === null ? picture.image : hidden(picture, camera.privacy);
  return { type: 'picture', eventId, cameraId: camera.cameraId, startedAtUtcMs, kind, jpeg: decoding.jpeg(image, limits) };
}

/** A camera that hides objects hides these pictures whole: others than the one that it is of may be in it. */
function hidden({ image, part }: EventPicture, privacy: CameraPrivacy): RgbImage {
  const { width, height } = image;
  const data = image.data.slice();
  maskPixels(rgbPlanes(data, { width, height }), new PictureMask(privacy).grid({ width, height }, 'unknown', part), privacy.how);
  return { width, height, data };
}

import type { EventPicture } from '../recognise/recogniser.ts';
import type { DecodeWorkerEvent } from './analyse-messages.ts';
import type { Decoding } from './decoding.ts';

/** Thumbnails travel over the uplink: small enough for a list, large enough to tell who it is. */
const limits = { maxWidth: 480, maxBytes: 90 * 1024 };

/** Encodes a picture of an event for the main process. */
export function encodePicture(decoding: Decoding, cameraId: string, picture: EventPicture): DecodeWorkerEvent {
  const { eventId, startedAtUtcMs, kind, image } = picture;
  return { type: 'picture', eventId, cameraId, startedAtUtcMs, kind, jpeg: decoding.jpeg(image, limits) };
}

import { AppError } from '@sightline/contracts/shared/errors';
import { wholePicture } from '../../../platform/pictures/crop-resize.ts';
import type { RgbImage } from '../../../platform/pictures/rgb-image.ts';
import type { FaceDetector, FaceFound, ModelSet } from '../../models/inference.ts';
import { encodeVector } from '../appearance.ts';
import { clipBox, withMargin } from '../box-geometry.ts';
import { cutOut } from '../events/best-pictures.ts';
import { orientationOf, upright } from './picture-turn.ts';
import type { FoundFaces } from './known-faces-messages.ts';

/** The longer side of what is looked at, px: faces are as large there as they need to be. */
const maxSide = 1920;
/** What scores less is rather no face. */
const leastScore = 0.6;
/** Faces so much smaller than the largest stand on pictures behind it. */
const leastShare = 0.25;
/** Surroundings of a face in its picture, in shares of it on every side. */
const margin = 0.5;
const pictureLimits = { maxWidth: 480, maxBytes: 84 * 1024 };

/** Halves that overlap: where a face is small in the whole picture, it is found in one of them. */
const parts = [0, 0.4].flatMap((x) => [0, 0.4].map((y) => ({ x, y, width: 0.6, height: 0.6 })));

/** What reads and writes pictures: see `Decoding`. */
interface Pictures {
  still(file: Uint8Array, maxSide: number): RgbImage;
  jpeg(image: RgbImage, limits: { maxWidth: number; maxBytes: number }): Uint8Array;
}

/** Finds the faces in a JPEG or PNG, and describes the one in it. Fails with `face_file_not_a_picture`, `model_absent` or `transcode_unavailable`. */
export async function describePicture(
  { decoding, models }: { decoding: Pictures | null; models: ModelSet },
  file: Buffer,
): Promise<FoundFaces> {
  const { faceDetector, faceEmbedder } = models;
  if (decoding === null) throw new AppError('transcode_unavailable');
  if (faceDetector === null || faceEmbedder === null) throw new AppError('model_absent');
  const image = upright(readPicture(decoding, file), orientationOf(file));
  const faces = await findFaces(faceDetector, image);
  const [face] = faces;
  if (face === undefined || faces.length > 1) return { count: faces.length, face: null };
  const { vector } = await faceEmbedder.embed(image, face.box);
  const jpeg = decoding.jpeg(cutOut(image, clipBox(withMargin(face.box, margin))), pictureLimits);
  return {
    count: 1,
    face: {
      score: Math.min(1, face.score),
      widthPx: Math.max(1, Math.round(face.box.width * image.width)),
      modelId: faceEmbedder.modelId,
      values: encodeVector(vector),
      jpeg: Buffer.from(jpeg).toString('base64'),
    },
  };
}

function readPicture(decoding: Pictures, file: Buffer): RgbImage {
  try {
    return decoding.still(file, maxSide);
  } catch (error) {
    throw new AppError('face_file_not_a_picture', { detail: String(error).slice(0, 200) }, { cause: error });
  }
}

async function findFaces(detector: FaceDetector, image: RgbImage): Promise<FaceFound[]> {
  const whole = counted(await detector.detect(image, wholePicture));
  if (whole.length > 0) return whole;
  for (const part of parts) {
    const found = counted(await detector.detect(image, part));
    if (found.length > 0) return found;
  }
  return [];
}

/** The largest first. */
function counted(found: readonly FaceFound[]): FaceFound[] {
  const faces = found.filter(({ score }) => score >= leastScore).toSorted((a, b) => b.box.width - a.box.width);
  return faces.filter(({ box }) => box.width >= (faces[0]?.box.width ?? 0) * leastShare);
}

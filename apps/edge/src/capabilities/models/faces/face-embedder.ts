import type { Box } from '@sightline/contracts/events/event';
import { cropResize } from '../../../platform/pictures/crop-resize.ts';
import { pictureTensor } from '../../../platform/pictures/picture-tensor.ts';
import type { FaceEmbedder, FaceFeatures } from '../inference.ts';
import type { RunsModel } from '../packs/guarded-session.ts';
import type { ManifestOf } from '../packs/manifest.ts';
import { modelIdOf } from '../packs/manifest.ts';

/** Scales to unit length, so that the cosine of two vectors is their product. */
function normalised(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? values.map((value) => value / length) : values;
}

/** Expected value over classes of one year each. */
const meanAge = (shares: Float32Array): number =>
  Math.round(shares.reduce((sum, share, years) => sum + share * years, 0));

/** A guess nearer to the middle than this says nothing. */
const genderMargin = 0.2;

function genderOf(value: number): FaceFeatures['gender'] {
  if (Math.abs(value - 0.5) < genderMargin / 2) return null;
  return value > 0.5 ? 'male' : 'female';
}

/** The face with some of its surroundings, square, so that no face is stretched differently from another. */
function surroundings(
  face: Box,
  image: { width: number; height: number },
  { margin, shift }: { margin: number; shift: number },
): Box {
  const sidePx = Math.max(face.width * image.width, face.height * image.height) * (1 + 2 * margin);
  const width = sidePx / image.width;
  const height = sidePx / image.height;
  return {
    x: face.x + face.width / 2 - width / 2,
    y: face.y + face.height * (0.5 + shift) - height / 2,
    width,
    height,
  };
}

/** Describes faces with one loaded model. */
export function makeFaceEmbedder(session: RunsModel, manifest: ManifestOf<'face-embedding'>): FaceEmbedder {
  const { input, outputs: names, embedding } = manifest;
  const embed: FaceEmbedder['embed'] = async (image, face) => {
    const region = surroundings(face, image, embedding);
    const { image: part } = cropResize(image, region, {
      width: input.width,
      height: input.height,
      fit: input.resize,
      fill: input.fill,
    });
    const outputs = await session.run({ [input.tensor]: pictureTensor(part, input) });
    const raw = outputs[names.embedding]!.data;
    return {
      vector: normalised(embedding.power === 'root' ? raw.map((value) => Math.sqrt(Math.max(value, 0))) : raw),
      age: names.age ? meanAge(outputs[names.age]!.data) : null,
      gender: names.gender ? genderOf(outputs[names.gender]!.data[0]!) : null,
    };
  };
  return { modelId: modelIdOf(manifest), dimensions: embedding.dimensions, threshold: embedding.threshold, embed };
}

import type { Box } from '@sightline/contracts/events/event';
import { createPictureFeed } from '../../../platform/pictures/picture-feed.ts';
import { suppress } from '../detect/suppress.ts';
import { boxOfPart } from '../detect/part-box.ts';
import type { FaceDetector, FaceFound } from '../inference.ts';
import type { RunsModel } from '../packs/guarded-session.ts';
import type { ManifestOf } from '../packs/manifest.ts';
import { modelIdOf } from '../packs/manifest.ts';
import { blazeAnchors, decodeBlaze } from './blaze-anchors.ts';

/** Finds faces with one loaded model of the BlazeFace kind. */
export function makeFaceDetector(session: RunsModel, manifest: ManifestOf<'blazeface'>): FaceDetector {
  const { input, outputs: names, thresholds } = manifest;
  const anchors = blazeAnchors(input.width);
  const feed = createPictureFeed(input);
  const detect = async (image: Parameters<FaceDetector['detect']>[0], within: Box): Promise<FaceFound[]> => {
    const { outputs, placed } = await feed(image, within, async ({ tensor, placed: at }) => ({
      outputs: await session.run({ [input.tensor]: tensor }),
      placed: at,
    }));
    const found = anchors.flatMap((grid, index) => {
      const scores = outputs[names.scores[index]!]!.data;
      return decodeBlaze(
        { anchors: grid, scores, boxes: outputs[names.boxes[index]!]!.data, size: input.width },
        thresholds.score,
      );
    });
    const faces = found.map(({ box, score }) => ({
      box: boxOfPart(box, { region: within, placed }),
      score,
      group: 'face',
      isCut: false,
    }));
    return suppress(faces, thresholds.overlap)
      .filter(({ box }) => box.width > 0 && box.height > 0)
      .map(({ box, score }) => ({ box, score }));
  };
  return { modelId: modelIdOf(manifest), detect };
}

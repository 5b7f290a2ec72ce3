import { makeDetect, makeSpotter } from '../detect/onnx-detector.ts';
import { makeFaceDetector } from '../faces/blaze-face.ts';
import { makeFaceEmbedder } from '../faces/face-embedder.ts';
import type { Detector, FaceDetector, FaceEmbedder, Spotter, TextReader } from '../inference.ts';
import { readingContainers } from '../text/container-spotter.ts';
import { makeTextReader } from '../text/text-reader.ts';
import type { FitPack } from './examine-pack.ts';
import type { RunsModel } from './guarded-session.ts';
import { modelIdOf } from './manifest.ts';

/** A pack whose model is loaded. */
export interface LoadedPack {
  pack: FitPack;
  session: RunsModel;
  /** Of reading models. */
  characters: readonly string[];
}

export interface ModelTools {
  detector: Detector | null;
  faceDetector: FaceDetector | null;
  faceEmbedder: FaceEmbedder | null;
  textReader: TextReader | null;
  spotters: Spotter[];
}

/** Whoever finds where something is written needs a reader. */
function readableOf(spotter: Spotter, reader: TextReader | null): Spotter[] {
  if (spotter.task !== 'containerText') return [spotter];
  return reader === null ? [] : [readingContainers(spotter, reader)];
}

/** What can be done with the loaded packs. Reading text takes two: one that finds lines, one that reads them. */
export function makeTools(loaded: readonly LoadedPack[]): ModelTools {
  const tools: ModelTools = { detector: null, faceDetector: null, faceEmbedder: null, textReader: null, spotters: [] };
  const finding = loaded.flatMap(({ pack: { manifest }, session }) =>
    manifest.decoder === 'db' ? [{ session, manifest }] : [],
  )[0];
  for (const { pack, session, characters } of loaded) {
    const { manifest, msPerInference } = pack;
    if (manifest.task === 'detect' && 'classes' in manifest)
      tools.detector = { modelId: modelIdOf(manifest), msPerInference, detect: makeDetect(session, manifest) };
    else if ('classes' in manifest && manifest.task !== 'detect')
      tools.spotters.push(makeSpotter(session, manifest.task, manifest));
    else if (manifest.decoder === 'blazeface') tools.faceDetector = makeFaceDetector(session, manifest);
    else if (manifest.decoder === 'face-embedding') tools.faceEmbedder = makeFaceEmbedder(session, manifest);
    else if (manifest.decoder === 'ctc' && finding)
      tools.textReader = makeTextReader({ find: finding, read: { session, manifest, characters } });
  }
  return { ...tools, spotters: tools.spotters.flatMap((one) => readableOf(one, tools.textReader)) };
}

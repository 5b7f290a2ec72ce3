import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type {
  Detection,
  DetectOptions,
  ModelSet,
  OtherThing,
} from '../../apps/edge/src/capabilities/models/inference.ts';
import type { RgbImage } from '../../apps/edge/src/platform/pictures/rgb-image.ts';

interface Answer {
  found: Detection[];
  others: OtherThing[];
}

/** Answers of the detector by picture, in a file: whoever tries rules of tracking asks the same again and again. */
export function rememberDetections(models: ModelSet, file: string): { models: ModelSet; save: () => void } {
  const known: Record<string, Answer> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Answer>)
    : {};
  let isChanged = false;
  const { detector } = models;
  if (!detector) return { models, save: () => undefined };
  const ask = async (image: RgbImage, options: DetectOptions): Promise<Answer> => {
    isChanged = true;
    const others: OtherThing[] = [];
    const found = await detector.detect(image, { ...options, onOther: (other) => void others.push(other) });
    return { found, others };
  };
  const remembered: typeof detector = {
    modelId: detector.modelId,
    msPerInference: detector.msPerInference,
    async detect(image, options) {
      const key = `${keyOf(image)}/${String(options.hasTiles)}/${options.minScore}`;
      const answer = known[key] ?? (await ask(image, options));
      known[key] = answer;
      for (const other of answer.others) options.onOther?.(structuredClone(other));
      return structuredClone(answer.found);
    },
  };
  return {
    models: {
      detector: remembered,
      faceDetector: models.faceDetector,
      faceEmbedder: models.faceEmbedder,
      textReader: models.textReader,
      spotters: models.spotters,
      statuses: () => models.statuses(),
    },
    save() {
      if (isChanged) writeFileSync(file, JSON.stringify(known));
    },
  };
}

const keyOf = (image: RgbImage): string => createHash('sha1').update(image.data).digest('base64');

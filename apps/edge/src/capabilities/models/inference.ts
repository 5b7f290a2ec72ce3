import type { SpotTask, SpotWord } from '@sightline/contracts/analysis/spot-tasks';
import type { Box, EventClass } from '@sightline/contracts/events/event';
import type { ModelStatus } from '@sightline/contracts/analysis/analysis';
import type { RgbImage } from '../../platform/pictures/rgb-image.ts';

/** One thing in one picture. */
export interface Detection {
  box: Box;
  /** 0..1. */
  score: number;
  class: EventClass;
  /** The model's own word. */
  label: string;
}

/** Something that the model names, but that is no class of the product: a model may mistake what is seen from above. */
export type OtherThing = Omit<Detection, 'class'>;

export interface DetectOptions {
  /** Also looks at overlapping parts of the picture, for small things. */
  hasTiles: boolean;
  /** Least score, 0..1. Every model's scores are mapped so that from 0.4 on a thing is rather there than not. */
  minScore: number;
  /** Asks for the other things as well; called before `detect` answers. */
  onOther?: (other: OtherThing) => void;
}

/** Finds persons, vehicles and animals. Boxes are free of duplicates (NMS with containment over tiles). */
export interface Detector {
  /** `<pack>@<version>`. */
  readonly modelId: string;
  /** As measured by the self-test; one pass without tiles. */
  readonly msPerInference: number;
  detect(image: RgbImage, options: DetectOptions): Promise<Detection[]>;
}

export interface FaceFound {
  /** In fractions of the whole picture. */
  box: Box;
  score: number;
}

/** Finds faces inside a part of a picture, normally a person's box. */
export interface FaceDetector {
  readonly modelId: string;
  detect(image: RgbImage, within: Box): Promise<FaceFound[]>;
}

export interface FaceFeatures {
  /** Unit length. */
  vector: Float32Array;
  /** Years, or null when the model does not say. */
  age: number | null;
  gender: 'female' | 'male' | null;
}

export interface FaceEmbedder {
  readonly modelId: string;
  readonly dimensions: number;
  /** Cosine from which two vectors are taken for the same person. */
  readonly threshold: number;
  embed(image: RgbImage, face: Box): Promise<FaceFeatures>;
}

export interface TextLine {
  text: string;
  /** 0..1. */
  score: number;
  /** Upright box in fractions of the whole picture. */
  box: Box;
}

/** Reads text inside a part of a picture, normally a vehicle's box. */
export interface TextReader {
  readonly modelId: string;
  read(image: RgbImage, within: Box): Promise<TextLine[]>;
}

/** Recognises one kind of thing that alert rules are about. */
export interface Spotter {
  readonly task: SpotTask;
  readonly modelId: string;
  /** `text`: what is read there. */
  spot(image: RgbImage): Promise<{ word: SpotWord; box: Box; score: number; text?: string }[]>;
}

/** The active model of each task; null means "no model installed". They change when packs become ready or fail. */
export interface ModelSet {
  readonly detector: Detector | null;
  readonly faceDetector: FaceDetector | null;
  readonly faceEmbedder: FaceEmbedder | null;
  readonly textReader: TextReader | null;
  readonly spotters: readonly Spotter[];
  /** Every pack, whatever its state. */
  statuses(): ModelStatus[];
}

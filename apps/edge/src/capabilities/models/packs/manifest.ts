import { eventClass } from '@sightline/contracts/events/event';
import { modelTask } from '@sightline/contracts/analysis/analysis';
import { spotTask, spotWord } from '@sightline/contracts/analysis/spot-tasks';
import { z } from 'zod';

const share = z.number().min(0).max(1);
const side = z.number().int().min(8).max(4096);
const tensorName = z.string().min(1).max(200);

/** A file of the pack, beside the manifest. */
const packFile = z.object({
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  /** Hexadecimal. */
  sha512: z.string().regex(/^[0-9a-f]{128}$/),
});

const picture = z.object({
  /** Name of the model's input. */
  tensor: tensorName,
  width: side,
  height: side,
  layout: z.enum(['NCHW', 'NHWC']),
  colour: z.enum(['RGB', 'BGR']),
  /** `letterbox` keeps the proportions and fills the rest with `fill`. */
  resize: z.enum(['stretch', 'letterbox']),
  /** Grey, 0-255. */
  fill: z.number().int().min(0).max(255),
  /** The model gets `(value - mean) * scale` per red, green, blue; values 0-255. */
  mean: z.array(z.number()).length(3),
  scale: z.array(z.number()).length(3),
});

const common = {
  schemaVersion: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,58}$/),
  version: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.+-]{0,18}$/),
  /** As people read it. */
  name: z.string().min(1).max(120),
  task: modelTask,
  files: z.array(packFile).min(1).max(20),
  /** Which of the files is the ONNX model. */
  model: z.string(),
  /** Short name of the licence of the weights. */
  licence: z.string().min(1).max(120),
  /** Where the weights come from and what their licence says. */
  licenceText: z.string().min(1).max(4000),
  input: picture,
};

const detection = {
  ...common,
  /** People, vehicles and animals, or one thing that alert rules are about. */
  task: z.enum(['detect', ...spotTask.options]),
  /** The model's words in the order of its classes; an empty text is a number that the model never gives. */
  labels: z.array(z.string().max(40)).min(1).max(1000),
  /** Which words mean what to the product. Words that are not named here are dropped. */
  classes: z.record(z.string(), z.enum([...eventClass.options, ...spotWord.options])),
  thresholds: z.object({
    /** The score from which the model is right more often than not. */
    score: z.number().min(0.01).max(0.99),
    /** Boxes of one class that overlap by more (intersection over union) are one thing. */
    overlap: share,
  }),
};

/** Scores and boxes (top, left, bottom, right in fractions) without removal of doubles. */
const ssdRaw = z.object({
  ...detection,
  decoder: z.literal('ssd-raw'),
  outputs: z.object({ scores: tensorName, boxes: tensorName }),
});
/** One output in the manner of the YOLO family; the order of values differs by decoder. */
const yolo = z.object({
  ...detection,
  decoder: z.enum(['yolov5', 'yolov8', 'yolo-nms', 'yolox']),
  outputs: z.object({ predictions: tensorName }),
});

/** Two grids of anchors, each with a score and a box with points per anchor. */
const blazeFace = z.object({
  ...common,
  task: z.literal('faceDetect'),
  decoder: z.literal('blazeface'),
  outputs: z.object({ scores: z.array(tensorName).length(2), boxes: z.array(tensorName).length(2) }),
  thresholds: z.object({ score: share, overlap: share }),
});

/** A vector per face, and guesses of age and gender where the model makes them. */
const faceEmbedding = z.object({
  ...common,
  task: z.literal('faceEmbed'),
  decoder: z.literal('face-embedding'),
  outputs: z.object({ embedding: tensorName, age: tensorName.nullable(), gender: tensorName.nullable() }),
  embedding: z.object({
    dimensions: z.number().int().min(16).max(2048),
    /** Cosine from which two vectors are taken for the same person. */
    threshold: share,
    /** How much of the surroundings the crop takes in, as a share of the face's size on each side. */
    margin: z.number().min(0).max(1),
    /** How far below the middle of the face the crop is centred, as a share of the face's height. */
    shift: z.number().min(-0.5).max(0.5),
    /** `root`: square roots are compared, so that a few strong values do not decide alone (only for values that are never negative). */
    power: z.enum(['none', 'root']),
  }),
});

/** A map of how likely each pixel belongs to text. */
const textMap = z.object({
  ...common,
  task: z.literal('textDetect'),
  decoder: z.literal('db'),
  outputs: z.object({ map: tensorName }),
  thresholds: z.object({ pixel: share, box: share }),
});

/** Probabilities of characters per step, with blanks between. */
const textSteps = z.object({
  ...common,
  task: z.literal('textRead'),
  decoder: z.literal('ctc'),
  outputs: z.object({ steps: tensorName }),
  /** File with one character per line, in the order of the model's classes after the blank. */
  characters: z.string(),
});

/** `manifest.json` of a model pack: what the model is, whose it is, and how to talk to it. Built-in and operator packs are equal. */
export const manifest = z.discriminatedUnion('decoder', [ssdRaw, yolo, blazeFace, faceEmbedding, textMap, textSteps]);

export type Manifest = z.infer<typeof manifest>;
export type ManifestOf<Decoder extends Manifest['decoder']> = Extract<Manifest, { decoder: Decoder }>;
export type DetectorManifest = Extract<Manifest, { decoder: 'ssd-raw' | 'yolov5' | 'yolov8' | 'yolo-nms' | 'yolox' }>;

/** Name under which results of a pack are filed. */
export const modelIdOf = (pack: { id: string; version: string }): string => `${pack.id}@${pack.version}`;

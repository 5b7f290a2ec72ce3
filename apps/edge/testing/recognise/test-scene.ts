import type { AnalysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import type { Box, EventClass, EventReport } from '@sightline/contracts/events/event';
import { eventReport } from '@sightline/contracts/events/event';
import { motionColumns, motionRows } from '@sightline/contracts/events/motion';
import type { RgbImage } from '../../src/platform/pictures/rgb-image.ts';
import type { ModelSet } from '../../src/capabilities/models/inference.ts';
import { overlapOf } from '../../src/platform/pictures/box-overlap.ts';
import { createRecogniser } from '../../src/capabilities/recognise/create-recogniser.ts';
import type { EventPicture, MotionPicture, Recogniser } from '../../src/capabilities/recognise/recogniser.ts';

export type Rgb = readonly [number, number, number];

/** A thing of a painted scene. */
export interface Figure {
  class: EventClass;
  box: Box;
  colour: Rgb;
  /** Below the middle; the same colour unless given. */
  lower?: Rgb;
  score?: number;
  label?: string;
  /** Painted, but not given by the detector: hidden or missed. */
  isUnseen?: boolean;
  /** Given as a thing without a class. */
  isOther?: boolean;
  /** Does not move, whatever the motion says. */
  isStill?: boolean;
}

const size = { width: 320, height: 180 };
const ground: Rgb = [120, 122, 118];

/** Paints figures on even ground. */
export function paint(figures: readonly Figure[], background: Rgb = ground): RgbImage {
  const data = new Uint8Array(size.width * size.height * 3);
  for (let at = 0; at < data.length; at += 3) data.set(background, at);
  for (const { box, colour, lower = colour } of figures) {
    const bottom = Math.min(size.height, Math.round((box.y + box.height) * size.height));
    const right = Math.min(size.width, Math.round((box.x + box.width) * size.width));
    const middle = Math.round((box.y + box.height / 2) * size.height);
    for (let y = Math.max(0, Math.round(box.y * size.height)); y < bottom; y += 1) {
      for (let x = Math.max(0, Math.round(box.x * size.width)); x < right; x += 1)
        data.set(y < middle ? colour : lower, (y * size.width + x) * 3);
    }
  }
  return { ...size, data };
}

/** Cells that the boxes cover move. */
export function motionOf(boxes: readonly Box[], isGlobal = false): MotionPicture {
  const cells = new Uint8Array(motionColumns * motionRows);
  for (let index = 0; index < cells.length; index += 1) {
    const cell = {
      x: (index % motionColumns) / motionColumns,
      y: Math.floor(index / motionColumns) / motionRows,
      width: 1 / motionColumns,
      height: 1 / motionRows,
    };
    if (boxes.some((box) => overlapOf(box, cell) > 0.1 / cells.length)) cells[index] = 200;
  }
  return { level: boxes.length > 0 ? 80 : 0, cells: isGlobal ? new Uint8Array(cells.length) : cells, isGlobal };
}

export interface Scene {
  recogniser: Recogniser;
  revisions: EventReport[];
  pictures: EventPicture[];
  /** Shows one picture. */
  look(
    atMs: number,
    figures: readonly Figure[],
    options?: { isGlobal?: boolean; background?: Rgb; isStill?: boolean },
  ): Promise<void>;
  /** Plays a scene: what is where at each instant. */
  play(span: { fromMs: number; toMs: number; everyMs: number }, figuresAt: (ms: number) => Figure[]): Promise<void>;
  /** Last revision of each event. */
  events(): EventReport[];
}

export const startUtcMs = Date.UTC(2026, 4, 1, 12);

/** Finds what is painted and not hidden or missed. */
const detectorOf =
  (shown: () => readonly Figure[]): NonNullable<ModelSet['detector']>['detect'] =>
  (_image, { onOther }) => {
    const things = shown()
      .filter((figure) => figure.isUnseen !== true)
      .map(({ box, score = 0.9, label, class: kind, isOther = false }) => ({
        box,
        score,
        label: label ?? kind,
        class: kind,
        isOther,
      }));
    for (const { box, score, label } of things.filter((thing) => thing.isOther)) onOther?.({ box, score, label });
    return Promise.resolve(things.filter((thing) => !thing.isOther));
  };

/** A recogniser whose detector gives what is painted; everything else is real. Reports must fit the contract. */
export function openScene(settings: Partial<AnalysisSettings> = {}, models: Partial<ModelSet> = {}): Scene {
  let shown: readonly Figure[] = [];
  const set: ModelSet = {
    detector: { modelId: 'painted@1', msPerInference: 1, detect: detectorOf(() => shown) },
    faceDetector: null,
    faceEmbedder: null,
    textReader: null,
    spotters: [],
    statuses: () => [],
    ...models,
  };
  const revisions: EventReport[] = [];
  const pictures: EventPicture[] = [];
  let made = 0;
  const newId = (): string => `00000000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`;
  const recogniser = createRecogniser({
    cameraId: '00000000-0000-7000-9000-000000000000',
    settings: analysisSettings.parse(settings),
    models: set,
    output: {
      report: (report) => revisions.push(eventReport.parse(report)),
      picture: (picture) => pictures.push(picture),
    },
    newId,
  });
  let before: readonly Figure[] = [];
  const look: Scene['look'] = async (atMs, figures, { isGlobal = false, background, isStill = false } = {}) => {
    const moved = figures.filter(
      (figure, index) => figure.isStill !== true && JSON.stringify(before[index]?.box) !== JSON.stringify(figure.box),
    );
    before = figures;
    shown = figures;
    const motion = motionOf(isStill ? [] : moved.map((figure) => figure.box), isGlobal);
    recogniser.tick(startUtcMs + atMs);
    await recogniser.look({ image: paint(figures, background), atUtcMs: startUtcMs + atMs, motion });
  };
  return {
    recogniser,
    revisions,
    pictures,
    look,
    async play({ fromMs, toMs, everyMs }, figuresAt) {
      for (let ms = fromMs; ms <= toMs; ms += everyMs) await look(Math.round(ms), figuresAt(ms));
    },
    events: () => [...new Map(revisions.map((revision) => [revision.eventId, revision])).values()],
  };
}

/** A figure that walks or drives: `x` and `y` of its middle go from one place to another. */
export function walker(
  ms: number,
  way: { fromMs: number; toMs: number; from: [number, number]; to: [number, number] } & Omit<Figure, 'box'> & {
      size: [number, number];
    },
): Figure[] {
  const {
    fromMs,
    toMs,
    from,
    to,
    size: [width, height],
    ...figure
  } = way;
  if (ms < fromMs || ms > toMs) return [];
  const share = (ms - fromMs) / (toMs - fromMs);
  const left = from[0] + (to[0] - from[0]) * share - width / 2;
  const top = from[1] + (to[1] - from[1]) * share - height / 2;
  const x = Math.max(0, left);
  const y = Math.max(0, top);
  const box = { x, y, width: Math.min(1, left + width) - x, height: Math.min(1, top + height) - y };
  return box.width > 0.01 && box.height > 0.03 ? [{ ...figure, box }] : [];
}

import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { faceQualityOf } from '@sightline/domain/people/face-clusters';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readClip } from '../../apps/edge/testing/recognise/clip-pictures.fixture.ts';
import { nativeDecoding } from '../../apps/edge/src/capabilities/decode/native-decoding.ts';
import type { ModelSet } from '../../apps/edge/src/capabilities/models/inference.ts';
import { wholeVector } from '../../apps/edge/src/capabilities/recognise/appearance.ts';
import { withMargin } from '../../apps/edge/src/capabilities/recognise/box-geometry.ts';
import { describeFaces, wantsFaces } from '../../apps/edge/src/capabilities/recognise/events/describe-faces.ts';
import { startFacts, type EventFacts } from '../../apps/edge/src/capabilities/recognise/events/event-facts.ts';
import type { Look } from '../../apps/edge/src/capabilities/recognise/recogniser.ts';
import { findSightings } from '../../apps/edge/src/capabilities/recognise/sightings.ts';
import type { Sighting } from '../../apps/edge/src/capabilities/recognise/tracks/track.ts';
import { faceOf, faceVectorOf, minFacePx } from '../../apps/edge/src/capabilities/recognise/votes/face-votes.ts';
import { labelledClips, type LabelledClip } from './labelled-pictures.ts';
import { findPhotographs } from './photograph-sources.ts';
import { chanceOf, momentLater, variants, type LabelledPicture, type Variant } from './picture-variants.ts';

/** Why nothing is compared. */
export const refusals = [
  'nobody found',
  'no face found',
  'too small',
  'unsure',
  'seen once',
  // Who stands so close that one box is around both: the other one's head was taken, who is counted for himself.
  'other head',
] as const;

/** A labelled face as a camera had it before it, and what the core made of it. */
export interface ShownFace {
  who: string;
  photograph: string;
  /** Faces of two occasions are those of two days. */
  occasion: string;
  kind: string;
  variant: string;
  refused: (typeof refusals)[number] | null;
  /** Empty where it was refused. */
  vector: Int8Array;
  quality: number;
}

/** One moment: what the camera sees in a row. */
interface Scene {
  photograph: string;
  occasion: string;
  pictures: LabelledPicture[];
}

const settings = analysisSettings.parse({});
/** The longer side of what cameras see: a second stream rather than a photograph. */
const maxSide = 960;
/** From this score on a thing is rather there than not: a track begins. */
const minScore = 0.4;
/** Looks for faces come later and later; no earlier than this. */
const lookEveryMs = 1_500;
const clipEveryMs = 400;

async function photographScenes(footage: string): Promise<Scene[]> {
  const scenes: Scene[] = [];
  for (const { photograph, path } of await findPhotographs(footage)) {
    const picture = { image: nativeDecoding.still(await readFile(path), maxSide), faces: photograph.faces };
    scenes.push({
      photograph: photograph.file,
      occasion: photograph.occasion,
      pictures: [picture, momentLater(picture, chanceOf(scenes.length + 1))],
    });
  }
  return scenes;
}

/** Two pictures of a clip in a row are a scene; who is where is looked for on everybody's side. */
async function clipScenes(footage: string, clip: LabelledClip, models: ModelSet): Promise<Scene[]> {
  const { file, occasion, people } = clip;
  const pictures: LabelledPicture[] = [];
  for (const { image } of await readClip(join(footage, file), { everyMs: clipEveryMs, offsetMs: 0 })) {
    const found = (await findSightings(models.detector!, image, settings)).filter(isSomebody);
    const faces = people.flatMap(({ who, untilX }, index) => {
      const fromX = people[index - 1]?.untilX ?? 0;
      const one = found.find(({ box }) => box.x + box.width / 2 >= fromX && box.x + box.width / 2 < untilX);
      // A head is in the upper part of who stands or sits; the face need not be found.
      return one ? [{ who, x: one.box.x + one.box.width / 2, y: one.box.y + one.box.height * 0.2 }] : [];
    });
    pictures.push({ image: { ...image, resize: undefined }, faces });
  }
  return Array.from({ length: Math.floor(pictures.length / 2) }, (_, index) => ({
    photograph: `${file} ${String(index + 1)}`,
    occasion,
    pictures: pictures.slice(index * 2, index * 2 + 2),
  }));
}

const isSomebody = ({ class: what, score }: Sighting): boolean => what === 'person' && score >= minScore;

/** Whose box it is: a labelled face is in its upper part, and nearest to its middle. */
function boxOf(
  face: LabelledPicture['faces'][number],
  found: readonly Sighting[],
  taken: ReadonlySet<Sighting>,
): Sighting | null {
  const off = ({ box }: Sighting): number => Math.abs(face.x - box.x - box.width / 2) / box.width;
  const mine = found.filter((one) => {
    const upper = withMargin({ ...one.box, height: one.box.height * 0.6 }, 0.05);
    const [x, y] = [face.x - upper.x, face.y - upper.y];
    return !taken.has(one) && x >= 0 && x <= upper.width && y >= 0 && y <= upper.height;
  });
  return mine.toSorted((a, b) => off(a) - off(b))[0] ?? null;
}

/** Shows the pictures one after the other to what looks for faces on a core. */
async function showScene(
  pictures: readonly LabelledPicture[],
  models: ModelSet,
): Promise<Map<string, { facts: EventFacts; seen: number }>> {
  const people = new Map<string, { facts: EventFacts; seen: number }>();
  for (const [index, { image, faces }] of pictures.entries()) {
    const atUtcMs = 1_700_000_000_000 + index * lookEveryMs;
    // Faces don't ask what moves.
    const look = { image, atUtcMs } as Look;
    const found = (await findSightings(models.detector!, image, settings)).filter(isSomebody);
    const taken = new Set<Sighting>();
    for (const face of faces) {
      const one = people.get(face.who) ?? { facts: startFacts(face.who, atUtcMs), seen: 0 };
      people.set(face.who, one);
      const sighting = boxOf(face, found, taken);
      if (sighting === null) continue;
      taken.add(sighting);
      one.seen += 1;
      if (!wantsFaces(sighting, one.facts, look)) continue;
      const others = found.filter((other) => other !== sighting).map(({ box }) => box);
      await describeFaces(models, sighting, { facts: one.facts, look, others, whoIs: () => null });
    }
  }
  return people;
}

function refusalOf({ facts: { faces }, seen }: { facts: EventFacts; seen: number }): ShownFace['refused'] {
  if (seen === 0) return 'nobody found';
  if (faces.detections === 0) return 'too small';
  const [best] = faces.best;
  if (best === undefined) return 'no face found';
  if (faces.embeddings === 0) return best.widthPx < minFacePx ? 'too small' : 'unsure';
  return faceVectorOf(faces) === null ? 'seen once' : null;
}

/** Whether every face of this event is where somebody else's is. */
function isOtherHead(who: string, { faces }: EventFacts, pictures: readonly LabelledPicture[]): boolean {
  const labels = pictures.flatMap((picture) => picture.faces);
  return faces.best.every(({ found: { box } }) => {
    const off = ({ x, y }: { x: number; y: number }): number =>
      Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2);
    return labels.toSorted((a, b) => off(a) - off(b))[0]?.who !== who;
  });
}

async function describeScene(scene: Scene, variant: Variant, models: ModelSet): Promise<ShownFace[]> {
  const chance = chanceOf(scene.photograph.length * 7_919 + variants.indexOf(variant));
  const pictures = scene.pictures.map((picture) => variant.make(picture, chance));
  const people = await showScene(pictures, models);
  return [...people].map(([who, one]) => {
    const refused = refusalOf(one) ?? (isOtherHead(who, one.facts, pictures) ? 'other head' : null);
    const vector = refused === null ? faceVectorOf(one.facts.faces) : null;
    const face = faceOf(one.facts.faces);
    return {
      who,
      photograph: scene.photograph,
      occasion: scene.occasion,
      kind: variant.kind,
      variant: variant.name,
      refused,
      vector: vector === null ? new Int8Array() : wholeVector(vector.vector),
      quality: vector === null || face === null ? 0 : faceQualityOf(face),
    };
  });
}

/** Shows every labelled face in every variant to the face path of a core; answers those of one scene after the other. */
export async function* describeLabelled(footage: string, models: ModelSet): AsyncGenerator<ShownFace[]> {
  const scenes = await photographScenes(footage);
  for (const clip of labelledClips) scenes.push(...(await clipScenes(footage, clip, models)));
  for (const scene of scenes) {
    const shown: ShownFace[] = [];
    for (const variant of variants) shown.push(...(await describeScene(scene, variant, models)));
    yield shown;
  }
}

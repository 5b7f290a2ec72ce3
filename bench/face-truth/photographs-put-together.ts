import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import { clusterRulesFor, FaceClusters } from '@sightline/domain/people/face-clusters';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { openModels } from '../../apps/edge/src/capabilities/models/model-set.ts';
import { cosineOf, toUnitLength } from '../../apps/edge/src/capabilities/recognise/appearance.ts';
import { openOnnxRuntime } from '../../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../../apps/edge/src/platform/log/log.ts';
import { newId } from '../../apps/server/src/platform/ids/ids.ts';
import { faceModel } from '../../apps/server/testing/people/test-faces.ts';
import { seedSightings } from '../../apps/server/testing/people/seed-sightings.ts';
import { connectAsOwner } from '../measure/events-seed.ts';
import { withEventsRig, type EventsRig } from '../measure/events-rig.ts';
import { percent, printTable } from '../measure/figures.ts';
import { beginWork, watchWork } from '../measure/people-directory.ts';
import { describeLabelled, refusals, type ShownFace } from './described-faces.ts';
import { heldBackPeople, isSamePerson } from './labelled-pictures.ts';
import { ofTwoOccasions, pairFigures, type PairFigures, type PutFace } from './pair-figures.ts';
import { chanceOf } from './picture-variants.ts';

/** How far from the threshold in use others are tried. */
const stepsAway = [-0.12, -0.08, -0.04, -0.02, 0, 0.02, 0.04, 0.08];
/** What comes first changes what becomes of the rest a little: so many orders are tried. */
const orders = 5;

const four = (value: number): string => value.toFixed(4);
const figuresOf = ({ precision, recall }: PairFigures): string[] => [four(precision), four(recall)];

function shuffled<T>(things: readonly T[], seed: number): T[] {
  const chance = chanceOf(seed);
  return things
    .map((thing) => ({ thing, at: chance() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}

async function describeAll(footage: string): Promise<ShownFace[]> {
  const models = await openModels({
    modelsFolder: await builtInModelsFolder(),
    operatorFolder: null,
    openRuntime: openOnnxRuntime,
    onChange: () => undefined,
    log: makeLog('photographs'),
  });
  try {
    // Its faces are written as those of another version: the same threshold must hold for both.
    if (models.faceEmbedder?.threshold !== faceThresholdOf(faceModel))
      throw new Error(`faces of ${models.faceEmbedder?.modelId ?? 'no model'} are not judged as those of ${faceModel}`);
    const shown: ShownFace[] = [];
    for await (const faces of describeLabelled(footage, models)) shown.push(...faces);
    return shown;
  } finally {
    await models.stop();
  }
}

/** By the server's own job, in one order; answers how many unsaved people there are. */
async function putByServer({ folder, organizationId, edges: [played] }: EventsRig, faces: readonly ShownFace[]) {
  const cameraId = played?.cameraIds[0];
  if (played === undefined || cameraId === undefined) throw new Error('no core');
  const owner = await connectAsOwner(folder);
  try {
    const beganMs = Date.now() - 86_400_000;
    const given = shuffled(faces, 1).map((face, index) => ({ face, eventId: newId(), at: beganMs + index * 1_000 }));
    await seedSightings(
      (text, values) => owner.query(text, values),
      { organizationId, cameraId },
      given.map(({ face: { vector, quality }, eventId, at }) => ({
        eventId,
        startedAt: new Date(at),
        vector,
        quality,
      })),
    );
    await beginWork(played.edge, cameraId);
    await watchWork(owner, given.length);
    const { rows } = await owner.query<{ event_id: string; cluster_id: string | null }>(
      'select event_id, cluster_id from face_sightings',
    );
    const clusters = new Map(rows.map(({ event_id: id, cluster_id: cluster }) => [id, cluster]));
    return given.map(({ face, eventId }): PutFace => ({ face, cluster: clusters.get(eventId) ?? eventId }));
  } finally {
    await owner.end();
  }
}

/** By the same rules without a server, for another threshold. */
function putByRules(faces: readonly ShownFace[], threshold: number, seed: number): PutFace[] {
  const clusters = new FaceClusters(clusterRulesFor(threshold));
  const into = new Map<string, string>();
  const lastOf = (id: string): string => (into.has(id) ? lastOf(into.get(id) as string) : id);
  let made = 0;
  return shuffled(faces, seed)
    .map((face) => {
      const name = String((made += 1));
      const placed = clusters.place(face, () => name);
      for (const id of placed?.absorbed ?? []) into.set(id, placed?.clusterId ?? id);
      return { face, id: placed?.clusterId ?? `alone ${name}` };
    })
    .map(({ face, id }) => ({ face, cluster: lastOf(id) }));
}

function tellShown(shown: readonly ShownFace[]): ShownFace[] {
  const taken = shown.filter(({ refused }) => refused === null);
  const count = (faces: readonly ShownFace[], key: (face: ShownFace) => string): number => new Set(faces.map(key)).size;
  console.log(
    `\n${String(count(shown, ({ who }) => who))} people on ${String(count(shown, ({ photograph }) => photograph))} photographs and pieces of clips; ${String(shown.length)} faces shown, ${String(taken.length)} taken, of ${String(count(taken, ({ who }) => who))} people; ${String(taken.filter(({ quality }) => quality < clusterRulesFor(0).seedQuality).length)} of these begin nobody.\n`,
  );
  const kinds = [...new Set(shown.map(({ kind }) => kind)), 'all'];
  printTable(
    ['variant', 'shown', 'taken', ...refusals],
    kinds.map((kind) => {
      const of = shown.filter((face) => kind === 'all' || face.kind === kind);
      const refusedFor = (why: ShownFace['refused']): string =>
        String(of.filter(({ refused }) => refused === why).length);
      return [kind, String(of.length), refusedFor(null), ...refusals.map(refusedFor)];
    }),
  );
  return taken;
}

function tellPut(put: readonly PutFace[]): void {
  const all = pairFigures(put);
  const sizes = [...Map.groupBy(put, ({ cluster }) => cluster).values()].map(({ length }) => length);
  console.log(
    `\nBy the server: ${String(sizes.filter((size) => size > 1).length)} unsaved people of several faces, ${String(sizes.filter((size) => size === 1).length)} faces alone; precision ${four(all.precision)}, recall ${four(all.recall)}; ${String(all.wrong)} wrong pairs, ${String(all.same)} of one person, ${String(all.unjudged)} put together that nobody can judge.\n`,
  );
  const held = heldBackPeople();
  const kinds = [...new Set(put.map(({ face }) => face.kind))];
  const rows = kinds.map((kind) => [
    `one is: ${kind}`,
    ...figuresOf(pairFigures(put, (one, other) => one.kind === kind || other.kind === kind)),
  ]);
  rows.push(['of two occasions', '', four(pairFigures(put, ofTwoOccasions).recall)]);
  for (const isHeld of [false, true])
    rows.push([
      isHeld ? 'people held back' : 'the other people',
      ...figuresOf(pairFigures(put, (one, other) => held.has(one.who) === isHeld && held.has(other.who) === isHeld)),
    ]);
  printTable(['pairs', 'precision', 'recall'], rows);
}

/** How alike the faces of one person are, and those of different people, in pairs; the rules know neither of time nor of others. */
function likenesses(taken: readonly ShownFace[]): { same: number[]; different: number[] } {
  const vectors = taken.map(({ vector }) => toUnitLength(Float32Array.from(vector)));
  const found: { same: number[]; different: number[] } = { same: [], different: [] };
  for (const [index, one] of taken.entries())
    for (let next = index + 1; next < taken.length; next += 1) {
      const isSame = isSamePerson(one.who, (taken[next] as ShownFace).who);
      if (isSame === null) continue;
      found[isSame ? 'same' : 'different'].push(
        cosineOf(vectors[index] as Float32Array, vectors[next] as Float32Array),
      );
    }
  return found;
}

const shareFrom = (values: readonly number[], from: number): string =>
  percent(values.filter((value) => value >= from).length / Math.max(1, values.length), 2);

function tellThresholds(taken: readonly ShownFace[], threshold: number): void {
  const { same, different } = likenesses(taken);
  const held = heldBackPeople();
  const groups = [taken.filter(({ who }) => !held.has(who)), taken.filter(({ who }) => held.has(who)), taken];
  console.log(`\nThe same rules with other thresholds; the worst of ${String(orders)} orders.\n`);
  printTable(
    [
      'threshold',
      'joins from',
      'others: precision',
      'recall',
      'held back: precision',
      'recall',
      'all: precision',
      'recall',
      'of two occasions',
      'so alike: one person',
      'different people',
    ],
    stepsAway.map((step) => {
      const tried = threshold + step;
      const figures = groups.flatMap((faces) => {
        const runs = Array.from({ length: orders }, (_, seed) => pairFigures(putByRules(faces, tried, seed + 1)));
        return [four(Math.min(...runs.map((run) => run.precision))), four(Math.min(...runs.map((run) => run.recall)))];
      });
      const apart = Array.from(
        { length: orders },
        (_, seed) => pairFigures(putByRules(taken, tried, seed + 1), ofTwoOccasions).recall,
      );
      const { joins } = clusterRulesFor(tried);
      const alike = [shareFrom(same, joins), shareFrom(different, joins)];
      return [tried.toFixed(2), joins.toFixed(3), ...figures, four(Math.min(...apart)), ...alike];
    }),
  );
}

/** Real faces: labelled photographs and clips, seen as cameras may see them, described as a core does, put together by the server. */
export async function putPhotographsTogether(footage: string): Promise<void> {
  if (!existsSync(footage)) {
    console.log(`${footage} is not there: photographs are not measured. Name the folder with --footage.`);
    return;
  }
  await tellFaces(await describeAll(footage));
}

/** What becomes of described faces, by the server and by the rules alone. */
export async function tellFaces(shown: readonly ShownFace[]): Promise<void> {
  const threshold = faceThresholdOf(faceModel);
  if (threshold === null) throw new Error(`nothing is known of ${faceModel}`);
  const taken = tellShown(shown);
  let put: PutFace[] = [];
  await withEventsRig({ edges: 1, cameras: 1 }, async (rig) => void (put = await putByServer(rig, taken)));
  tellPut(put);
  tellThresholds(taken, threshold);
}

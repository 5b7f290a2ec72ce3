import { eventsCalls } from '@sightline/contracts/events/events.api';
import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { setUpSite, startSystem } from '../e2e/fixtures/system.ts';
import type { System } from '../e2e/fixtures/system.ts';
import { printTable } from './measure/figures.ts';
import { printLoad } from './measure/rig.ts';
import { addClip, playTogether } from './recognition-truth/clip-system.ts';
import type { ClipCamera, PlayedClip } from './recognition-truth/clip-system.ts';
import { compareFaces } from './recognition-truth/face-matches.ts';
import type { FacePair } from './recognition-truth/face-matches.ts';
import { scoreClip } from './recognition-truth/score-clip.ts';
import type { ClipScore } from './recognition-truth/score-clip.ts';
import { seenOf } from './recognition-truth/seen.ts';
import { readTruths } from './recognition-truth/truth.ts';

/**
 * What the product makes of real footage: each clip is a simulated camera that plays it once to a real core, at its own
 * speed; the events are asked from the public API and judged against what people saw. A report, no test: it never fails.
 */
const { values } = parseArgs({ options: { footage: { type: 'string' }, clip: { type: 'string' } } });
const footage = resolve(values.footage ?? new URL('../../shared/footage', import.meta.url).pathname);

/** Played at the same time: what two cores can look at as often as is wanted. */
const batches = [
  ['campus-pedestrians'],
  ['kiosk-queue', 'street-cars'],
  ['carpark-topdown', 'gate-plates'],
  ['face-turning-woman', 'corridor-three-people', 'corridor-two-people'],
  ['meeting-room', 'warehouse-worker', 'carpark-car-bicycle'],
];

type Assessed = PlayedClip & { score: ClipScore };

async function assess(system: System, clip: PlayedClip): Promise<Assessed> {
  const { truth, camera } = clip;
  const colourFinds: string[][] = [];
  for (const { visit, colour, part } of truth.colourSearches) {
    const kind = truth.visits.find(({ name }) => name === visit)?.class ?? 'person';
    const query = { cameraIds: camera.id, classes: kind, colours: colour, colourPart: part, limit: 100 };
    const { items } = await system.api.call(eventsCalls.list, { query });
    colourFinds.push(items.map(({ id }) => id));
  }
  const seen = clip.events
    .map((event) => seenOf(event.id, event, clip.play.firstPictureUtcMs))
    .toSorted((a, b) => a.fromS - b.fromS);
  const zoneNames = new Map(camera.analysis.definedZones.map(({ id, name }) => [id, name]));
  return { ...clip, score: scoreClip(truth, seen, { zoneNames, colourFinds }) };
}

async function run(): Promise<{ assessed: Assessed[]; faces: FacePair[] }> {
  const truths = await readTruths(values.clip);
  const system = await startSystem({ models: await builtInModelsFolder() });
  try {
    const site = await setUpSite(system);
    const assessed: Assessed[] = [];
    for (const names of batches) {
      const clips: ClipCamera[] = [];
      for (const truth of truths.filter(({ clip }) => names.includes(clip)))
        clips.push(await addClip({ system, site }, truth, footage));
      if (clips.length === 0) continue;
      console.log(`playing ${clips.map(({ truth }) => truth.clip).join(', ')}`);
      for (const played of await playTogether({ system, site }, clips)) assessed.push(await assess(system, played));
    }
    return { assessed, faces: await compareFaces(system, assessed) };
  } finally {
    await system.stop();
  }
}

const seconds = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(2)} s`;

function printDetails({ truth, score, events }: Assessed): void {
  console.log(`\n${truth.clip}: ${String(events.length)} events`);
  for (const { visit, seen, startErrorS, endErrorS, hasHeading } of score.visits.found.toSorted(
    (a, b) => a.visit.fromS - b.visit.fromS,
  )) {
    const times = `${seen.fromS.toFixed(1)}-${seen.toS.toFixed(1)} s (start ${seconds(startErrorS)}, end ${seconds(endErrorS)})`;
    console.log(
      `  found   ${visit.name}: ${times}${hasHeading ? '' : ', wrong direction'}${seen.plate === null ? '' : `, plate ${seen.plate}`}`,
    );
  }
  for (const { name, fromS, toS } of score.visits.missed)
    console.log(`  missed  ${name}: ${fromS.toFixed(1)}-${toS.toFixed(1)} s`);
  for (const { seen, why } of score.visits.false)
    console.log(`  false   ${seen.class} ${seen.fromS.toFixed(1)}-${seen.toS.toFixed(1)} s: ${why}`);
  for (const { seen, name } of score.visits.stills)
    console.log(`  at rest ${seen.class} ${seen.fromS.toFixed(1)}-${seen.toS.toFixed(1)} s: ${name}`);
  for (const missing of score.recall.missing) console.log(`  missed  ${missing}`);
  if (score.recall.of > 0)
    console.log(
      `  recall  ${String(score.recall.found)} of ${String(score.recall.of)} boxes in ${String(truth.frames.length)} pictures`,
    );
  for (const { zone, wantedS, gotS } of score.zoneEntries)
    console.log(
      `  zone    ${zone}: entered at ${gotS === null ? 'never' : `${gotS.toFixed(1)} s`}, truth ${wantedS.toFixed(1)} s`,
    );
  for (const { wanted, read } of score.plates)
    console.log(`  plate   ${wanted}: ${read === wanted ? 'exact' : (read ?? 'not read')}`);
  if (truth.counts)
    console.log(
      `  count   ${String(truth.counts.count)} ${truth.counts.class}: right at ${String(score.counts.right)} of ${String(score.counts.of)} instants`,
    );
}

function printBars(assessed: readonly Assessed[], faces: readonly FacePair[]): void {
  const rows = assessed.flatMap(({ truth, score }) =>
    score.bars.map(({ what, wanted, got, isMet }) => [truth.clip, what, wanted, got, isMet ? 'met' : 'MISSED']),
  );
  const names = new Set(assessed.map(({ truth }) => truth.clip));
  if (names.has('face-turning-woman') && names.has('corridor-three-people')) {
    const same = faces.filter(({ isExpected }) => isExpected);
    const wrong = faces.filter(({ isExpected, isMatch }) => isMatch && !isExpected);
    const isFound = same.some(({ isMatch }) => isMatch);
    rows.push([
      'faces',
      'the same woman in both clips',
      'matched',
      isFound ? 'matched' : 'not matched',
      isFound ? 'met' : 'MISSED',
    ]);
    rows.push([
      'faces',
      'other matches between clips',
      'none',
      String(wrong.length),
      wrong.length === 0 ? 'met' : 'MISSED',
    ]);
  }
  console.log('');
  printTable(['clip', 'asked for', 'bar', 'got', ''], rows);
}

function printClips(assessed: readonly Assessed[]): void {
  const rows = assessed.map(({ truth, score, rate }) => [
    truth.clip,
    String(score.visits.found.length),
    String(score.visits.missed.length),
    String(score.visits.false.length + score.visits.stills.length),
    String(score.visits.unassessed.length),
    `${rate.givenFps.toFixed(1)} of ${rate.wantedFps.toFixed(1)}`,
    `${(rate.minShare * 100).toFixed(0)} %`,
  ]);
  console.log('');
  printTable(['clip', 'found', 'missed', 'false', 'not judged', 'looks a second', 'least given'], rows);
}

if (existsSync(footage)) {
  const { assessed, faces } = await run();
  for (const clip of assessed) printDetails(clip);
  if (faces.length > 0) console.log('\nfaces of different clips, most alike first');
  for (const { one, other, similarity, isMatch } of faces)
    console.log(`  ${(similarity ?? 0).toFixed(3)} ${isMatch ? 'match' : '     '} ${one} - ${other}`);
  printClips(assessed);
  printBars(assessed, faces);
  printLoad();
} else {
  console.log(`There is no footage at ${footage}; --footage DIR names another folder.`);
}

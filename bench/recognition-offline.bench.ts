import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import type { EventReport } from '@sightline/contracts/events/event';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openModels } from '../apps/edge/src/capabilities/models/model-set.ts';
import { openOnnxRuntime } from '../apps/edge/src/drivers/onnx/onnx-runtime.ts';
import { makeLog } from '../apps/edge/src/platform/log/log.ts';
import { printTable } from './measure/figures.ts';
import { runOffline } from './recognition-truth/offline-run.ts';
import type { OfflineRun } from './recognition-truth/offline-run.ts';
import { rememberDetections } from './recognition-truth/remembered-models.ts';
import { scoreClip } from './recognition-truth/score-clip.ts';
import type { ClipScore } from './recognition-truth/score-clip.ts';
import { seenOf } from './recognition-truth/seen.ts';
import { readTruths } from './recognition-truth/truth.ts';
import type { ClipTruth } from './recognition-truth/truth.ts';

/**
 * The clips through motion gate, models and recogniser alone, at several rates and phases: what the rules are worth
 * before streams, scheduling and load have their say (that is `bench recognition`). `--remember FOLDER` keeps what the
 * detector saw, so that other rules can be tried within seconds; `--details` prints every event.
 */
const { values } = parseArgs({
  options: {
    footage: { type: 'string' },
    clip: { type: 'string' },
    remember: { type: 'string' },
    fps: { type: 'string' },
    offset: { type: 'string' },
    details: { type: 'boolean', default: false },
  },
});
const footage = resolve(values.footage ?? new URL('../../shared/footage', import.meta.url).pathname);

/** Pictures a second, and milliseconds into the clip of the first one: a real core never meets the same pictures twice. */
const samplings =
  values.fps === undefined
    ? [
        { fps: 5, offsetMs: 0 },
        { fps: 5, offsetMs: 70 },
        { fps: 4, offsetMs: 30 },
        { fps: 3, offsetMs: 130 },
      ]
    : [{ fps: Number(values.fps), offsetMs: Number(values.offset ?? 0) }];

const models = await openModels({
  modelsFolder: await builtInModelsFolder(),
  operatorFolder: null,
  openRuntime: openOnnxRuntime,
  onChange: () => undefined,
  log: makeLog('recognition'),
});

function assess(truth: ClipTruth, run: OfflineRun): ClipScore {
  const colourFinds = truth.colourSearches.map(({ colour, part }) =>
    run.events
      .filter((event) => event.colours.some((one) => one.colour === colour && one.part === part && one.share >= 0.15))
      .map((event) => event.eventId),
  );
  const seen = run.events.map((event) => seenOf(event.eventId, event, run.startUtcMs));
  return scoreClip(truth, seen, { zoneNames: run.zoneNames, colourFinds });
}

function describe(event: EventReport, run: OfflineRun): string {
  const { fromS, toS } = seenOf(event.eventId, event, run.startUtcMs);
  const colours = event.colours.map(({ part, colour, share }) => `${part} ${colour} ${share.toFixed(2)}`).join(', ');
  const extras = [
    event.plate?.text,
    event.face ? `face ${event.face.widthPx} px` : null,
    event.isStationary ? 'at rest' : null,
  ]
    .filter(Boolean)
    .join(' ');
  const { box } = event.best;
  const best = `best ${[box.x, box.y, box.width, box.height].map((part) => part.toFixed(3)).join(' ')} (${(100 * box.width * box.height).toFixed(2)} %)`;
  return `  ${event.class} (${event.subtype ?? '-'}) ${fromS.toFixed(1)}-${toS.toFixed(1)} s, score ${event.score.toFixed(2)}, heading ${event.heading ?? '-'}, ${best}, ${colours} ${extras}`;
}

const rows: string[][] = [];
for (const truth of await readTruths(values.clip)) {
  if (!existsSync(join(footage, truth.file))) continue;
  for (const { fps, offsetMs } of samplings) {
    const file = values.remember === undefined ? null : join(values.remember, `${truth.clip}-${fps}-${offsetMs}.json`);
    const remembered = file === null ? { models, save: () => undefined } : rememberDetections(models, file);
    const run = await runOffline({ truth, footage, fps, offsetMs, models: remembered.models });
    remembered.save();
    const { visits, recall, plates, counts, bars } = assess(truth, run);
    const missed = bars.filter((bar) => !bar.isMet).map((bar) => `${bar.what}: ${bar.got} (${bar.wanted})`);
    rows.push([
      truth.clip,
      `${fps} fps +${offsetMs} ms`,
      String(run.events.length),
      `${visits.found.length} of ${truth.visits.length}`,
      String(visits.false.length + visits.stills.length),
      recall.of > 0 ? (recall.found / recall.of).toFixed(2) : '-',
      plates.length > 0 ? `${plates.filter(({ wanted, read }) => wanted === read).length} of ${plates.length}` : '-',
      counts.of > 0 ? `${counts.right} of ${counts.of}` : '-',
      run.msPerInference.toFixed(1),
      bars.length === 0 ? '-' : missed.length === 0 ? 'met' : missed.join('; '),
    ]);
    if (values.details) for (const event of run.events) console.log(describe(event, run));
  }
}
printTable(['clip', 'pictures', 'events', 'found', 'false', 'recall', 'plates', 'counts', 'ms per look', 'bars'], rows);
await models.stop();

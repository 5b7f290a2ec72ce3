import { createParameterSets } from '@sightline/media/nal/parameter-sets';
import { joinLengthPrefixed } from '@sightline/media/nal/length-prefix';
import { nalRole } from '@sightline/media/nal/nal-types';
import type { AccessUnit, StreamConfig } from '@sightline/media/units/access-unit';
import type { LoadedVideo } from '@sightline/simulators/rtsp/loaded-media';
import { loadMedia } from '@sightline/simulators/rtsp/loaded-media';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openEdgeStores } from '../../apps/edge/src/platform/store/edge-stores.ts';
import { nodeDisk } from '../../apps/edge/src/capabilities/footage/disk.ts';
import { HeldBudget } from '../../apps/edge/src/capabilities/record/held-budget.ts';
import { RecordJournal } from '../../apps/edge/src/capabilities/record/record-journal.ts';
import { plainTarget } from '../../apps/edge/src/capabilities/record/recording-target.ts';
import { StreamRecorder } from '../../apps/edge/src/capabilities/record/stream-recorder.ts';

export interface RecordedHour {
  fromUtcMs: number;
  toUtcMs: number;
  seconds: number;
}

/** What may wait for the disk before the next unit is made. */
const maxPendingBytes = 4 * 1024 * 1024;

function configOf(video: LoadedVideo): StreamConfig {
  const sets = createParameterSets(video.codec);
  for (const nal of [...video.parameterSets.vps, ...video.parameterSets.sps, ...video.parameterSets.pps])
    sets.take(nal);
  const config = sets.changed();
  if (config === null) throw new Error('the test media have no parameter sets');
  return { video: config, audio: null };
}

function* unitsOf(video: LoadedVideo, endMs: number): Generator<AccessUnit> {
  for (let round = 0; ; round++) {
    for (const unit of video.units) {
      const dts90k = round * video.duration + unit.dts;
      if (dts90k >= endMs * 90) return;
      const parts = unit.parts.filter((nal) => ['picture', 'key', 'sei'].includes(nalRole(video.codec, nal)));
      yield {
        kind: 'video',
        data: joinLengthPrefixed(parts),
        key: unit.key,
        pts90k: round * video.duration + unit.pts,
        dts90k,
        arrivalMs: 0,
        gap: false,
      };
    }
  }
}

/**
 * Records an hour in the past for a stream of a running core: the recorder itself, its files, its index and its rows,
 * only fed faster than a camera would. The clip starts anew every 12 s, first at `fromUtcMs`.
 */
export async function recordHour(options: {
  coreFolder: string;
  cameraId: string;
  file: string;
  endUtcMs: number;
  lengthMs: number;
}): Promise<RecordedHour> {
  const { coreFolder, endUtcMs, lengthMs } = options;
  const startedMs = performance.now();
  const { video } = await loadMedia(options.file);
  const stores = openEdgeStores(coreFolder);
  const stream = stores.cameras.streamOf(options.cameraId, 'main');
  if (stream === null) throw new Error('the core does not know the camera');
  const journal = new RecordJournal({
    store: stores.store,
    segments: stores.segments,
    gaps: stores.gaps,
    onGapClosed: () => undefined,
    write: (job) => job(),
  });
  const fromUtcMs = endUtcMs - lengthMs;
  const recorder = new StreamRecorder({
    streamId: stream.id,
    volume: join(coreFolder, 'footage'),
    disk: nodeDisk,
    syncPolicy: 'fragment',
    // The ledger of this hour belongs to the running core.
    emit: (message) => message.type !== 'gap' && journal.receive(message),
    diskState: (state, detail) => {
      if (state !== 'ok') throw new Error(`${state}: ${detail}`);
    },
    prepare: () => Promise.resolve(),
    held: new HeldBudget(maxPendingBytes),
  });
  recorder.source(fromUtcMs);
  recorder.config(configOf(video));
  recorder.setTarget(plainTarget('on'));
  for (const unit of unitsOf(video, lengthMs)) {
    recorder.unit(unit, false);
    while (recorder.pendingBytes() > maxPendingBytes) await nextTurn();
  }
  await recorder.stop();
  journal.flush();
  stores.store.close();
  return { fromUtcMs, toUtcMs: endUtcMs, seconds: (performance.now() - startedMs) / 1000 };
}

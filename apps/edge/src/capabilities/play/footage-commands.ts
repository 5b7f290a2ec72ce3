import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import { readCoverage, readRecordedDays } from '../record/read-coverage.ts';
import type { CommandHandlers } from '../../platform/link/command-handlers.ts';
import type { Log } from '../../platform/log/log.ts';
import type { WorkerClient } from '../../platform/processes/worker-client.ts';
import type { CamerasStore } from '../../platform/store/cameras-store.ts';
import { footageLine, type FootageRows } from '../../platform/store/footage-line.ts';
import type { GapsStore } from '../../platform/store/gaps-store.ts';
import type { SegmentsStore } from '../../platform/store/segments-store.ts';

export interface FootageDeps {
  segments: SegmentsStore;
  gaps: GapsStore;
  cameras: CamerasStore;
  /** Folder of footage. */
  volume: string;
  /** Whether its disk is mounted; it is unless said. */
  isHere?: () => Promise<boolean>;
  nowUtcMs: () => number;
  /** Highest motion level per bucket; read elsewhere, because there are many files of a month. */
  motionLevels: (ask: MotionLevelsAsk) => Promise<(number | null)[]>;
}

/** A range in buckets of `bucketMs`. */
export interface MotionLevelsAsk {
  cameraId: string;
  fromUtcMs: number;
  toUtcMs: number;
  bucketMs: number;
}

const levelsLimitMs = 3_000;

/** Motion levels as the job worker reads them. A worker that is away knows none, and the rest of the answer does not wait for it. */
export const motionLevelsOf =
  (jobs: WorkerClient, log: Log): FootageDeps['motionLevels'] =>
  async (ask) => {
    try {
      return (await jobs.request('motion.levels', ask, levelsLimitMs)) as (number | null)[];
    } catch (error) {
      log.warn({ cameraId: ask.cameraId, detail: String(error) }, 'motion levels could not be read');
      return [];
    }
  };

function streamIdOf(deps: FootageDeps, input: { cameraId: string; stream: 'main' | 'sub' }): string {
  const stream = deps.cameras.footageOf(input.cameraId, input.stream);
  if (!stream) throw new AppError('not_found');
  return stream.id;
}

/** Footage of streams, with that of those that were written before them. */
export const footageRows = ({
  cameras,
  segments,
  gaps,
}: Pick<FootageDeps, 'cameras' | 'segments' | 'gaps'>): FootageRows =>
  footageLine({ segments, gaps, former: (streamId) => cameras.formerOf(streamId) });

/** Answers `recordings.coverage` from this core's own rows and motion files. */
export async function coverageCommand(
  deps: FootageDeps,
  input: EdgeCommandInput<'recordings.coverage'>,
): Promise<EdgeCommandOutput<'recordings.coverage'>> {
  const { cameraId, fromUtcMs, toUtcMs } = input;
  const range = { streamId: streamIdOf(deps, input), fromUtcMs, toUtcMs, nowUtcMs: Math.round(deps.nowUtcMs()) };
  const bucketMs = Math.max(1, Math.ceil((toUtcMs - fromUtcMs) / input.buckets));
  const known = await deps.motionLevels({ cameraId, fromUtcMs, toUtcMs, bucketMs });
  // Nothing was analysed yet: not known is something else than never wanted.
  const length = Math.ceil((toUtcMs - fromUtcMs) / bucketMs);
  const levels = known.length === 0 && isAnalysed(deps, cameraId) ? Array.from({ length }, () => null) : known;
  return { ...readCoverage(footageRows(deps), range), motion: { bucketMs, levels } };
}

function isAnalysed(deps: FootageDeps, cameraId: string): boolean {
  return deps.cameras.list().find((camera) => camera.id === cameraId)?.analysis.isOn === true;
}

/** Answers `recordings.days`. */
export function daysCommand(
  deps: FootageDeps,
  input: EdgeCommandInput<'recordings.days'>,
): EdgeCommandOutput<'recordings.days'> {
  const query = {
    streamId: streamIdOf(deps, input),
    dayStarts: input.dayStarts,
    nowUtcMs: Math.round(deps.nowUtcMs()),
  };
  return { recordedMs: readRecordedDays(footageRows(deps), query) };
}

/** Answers what was recorded. */
export const footageHandlers = (deps: FootageDeps): CommandHandlers<'recordings.coverage' | 'recordings.days'> => ({
  'recordings.coverage': (input) => coverageCommand(deps, input),
  'recordings.days': (input) => daysCommand(deps, input),
});

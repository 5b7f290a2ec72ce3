import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { CoverageSources } from '../capabilities/record/read-coverage.ts';
import { readCoverage, readRecordedDays } from '../capabilities/record/read-coverage.ts';
import type { CamerasStore } from '../platform/store/cameras-store.ts';

export interface FootageParts extends CoverageSources {
  cameras: CamerasStore;
  nowUtcMs: () => number;
}

function streamIdOf(parts: FootageParts, input: { cameraId: string; stream: 'main' | 'sub' }): string {
  const stream = parts.cameras.streamOf(input.cameraId, input.stream);
  if (!stream) throw new AppError('not_found');
  return stream.id;
}

/** Answers `recordings.coverage` from this core's own rows. Motion is empty until something analyses the camera. */
export function coverageCommand(parts: FootageParts, input: EdgeCommandInput<'recordings.coverage'>): EdgeCommandOutput<'recordings.coverage'> {
  const range = { streamId: streamIdOf(parts, input), fromUtcMs: input.fromUtcMs, toUtcMs: input.toUtcMs, nowUtcMs: Math.round(parts.nowUtcMs()) };
  const bucketMs = Math.max(1, Math.ceil((input.toUtcMs - input.fromUtcMs) / input.buckets));
  return { ...readCoverage(parts, range), motion: { bucketMs, levels: [] } };
}

/** Answers `recordings.days`. */
export function daysCommand(parts: FootageParts, input: EdgeCommandInput<'recordings.days'>): EdgeCommandOutput<'recordings.days'> {
  const query = { streamId: streamIdOf(parts, input), dayStarts: input.dayStarts, nowUtcMs: Math.round(parts.nowUtcMs()) };
  return { recordedMs: readRecordedDays(parts, query) };
}

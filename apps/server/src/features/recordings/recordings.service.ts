import type { Coverage, RecordedDay } from '@sightline/contracts/recordings/recording';
import { AppError } from '@sightline/contracts/shared/errors';
import { siteDays } from '@sightline/domain/time/site-days';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { cameraFor, type CameraPlace } from '../cameras/cameras.public.ts';

const longestRangeMs = 400 * 86_400_000;

/** A range of one stream of a camera, UTC ms, half open. */
export interface RecordingsRange {
  fromUtcMs: number;
  toUtcMs: number;
  stream: 'main' | 'sub';
}

/** What was recorded. */
export type RecordingsService = ReturnType<typeof createRecordingsService>;

/** Asks cores what they have recorded: the index lives where the footage is. */
export function createRecordingsService({ database, edges }: { database: Database; edges: EdgeCommands }) {
  const camera = (actor: MemberActor, cameraId: string): Promise<CameraPlace> =>
    database.withOrganization(actor.organizationId, (trx) =>
      cameraFor(trx, actor, { cameraId, permission: 'PlaybackView' }),
    );

  return {
    coverage: async (
      actor: MemberActor,
      cameraId: string,
      query: RecordingsRange & { buckets: number },
    ): Promise<Coverage> => {
      const { edgeId } = await camera(actor, cameraId);
      requireRange(query);
      return edges.request({
        organizationId: actor.organizationId,
        edgeId,
        command: 'recordings.coverage',
        body: { cameraId, ...query },
      });
    },
    days: async (actor: MemberActor, cameraId: string, query: RecordingsRange): Promise<{ items: RecordedDay[] }> => {
      const { edgeId, timeZone } = await camera(actor, cameraId);
      requireRange(query);
      const { days, endUtcMs } = siteDays(timeZone, query.fromUtcMs, query.toUtcMs);
      const dayStarts = [...days.map((day) => day.startUtcMs), endUtcMs];
      const body = { cameraId, stream: query.stream, dayStarts };
      const { recordedMs } = await edges.request({
        organizationId: actor.organizationId,
        edgeId,
        command: 'recordings.days',
        body,
      });
      if (recordedMs.length !== days.length) throw new AppError('link_message_invalid');
      return {
        items: days.flatMap((day, index) =>
          shareOf(day, { lengthMs: (dayStarts[index + 1] ?? 0) - day.startUtcMs, recordedMs: recordedMs[index] ?? 0 }),
        ),
      };
    },
  };
}

const shareOf = (
  { day }: { day: string },
  { lengthMs, recordedMs }: { lengthMs: number; recordedMs: number },
): RecordedDay[] => (recordedMs > 0 ? [{ day, share: Math.min(1, recordedMs / lengthMs) }] : []);

function requireRange({ fromUtcMs, toUtcMs }: RecordingsRange): void {
  if (toUtcMs <= fromUtcMs || toUtcMs - fromUtcMs > longestRangeMs || toUtcMs > 8_640_000_000_000_000 - longestRangeMs)
    throw new AppError('export_range_invalid');
}

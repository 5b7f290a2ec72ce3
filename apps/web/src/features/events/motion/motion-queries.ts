import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { MotionMatches } from '@sightline/contracts/events/motion';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, callKey } from '../../../platform/api/client.ts';

export interface MotionRequest {
  cameraId: string;
  fromUtcMs: number;
  toUtcMs: number;
  /** 36 hex digits. */
  cells: string;
  minLevel: number;
}

const runsPerPage = 100;

/** Runs of motion, newest first. A page begins where the one before ended. */
export const motionRuns = ({ cameraId, ...request }: MotionRequest) =>
  infiniteQueryOptions({
    queryKey: [...callKey(eventsCalls.motion), cameraId, request],
    queryFn: ({ signal, pageParam }): Promise<MotionMatches> =>
      call(
        eventsCalls.motion,
        { params: { id: cameraId }, query: { ...request, toUtcMs: pageParam, limit: runsPerPage } },
        { signal },
      ),
    initialPageParam: request.toUtcMs,
    getNextPageParam: (last: MotionMatches) => last.nextToUtcMs,
  });

/** Share of the range whose motion is known, 0..1, of the first page, which was asked for all of it. */
export const knownShare = (
  request: Pick<MotionRequest, 'fromUtcMs' | 'toUtcMs'>,
  first: Pick<MotionMatches, 'knownMs'>,
): number => {
  const lengthMs = request.toUtcMs - request.fromUtcMs;
  return lengthMs <= 0 ? 0 : Math.min(1, first.knownMs / lengthMs);
};

/** The moment whose picture stands for a run: a little after it began, when what moved has come into the picture. */
export const momentOf = ({ fromUtcMs, toUtcMs }: { fromUtcMs: number; toUtcMs: number }): number =>
  Math.round(fromUtcMs + Math.min(2000, (toUtcMs - fromUtcMs) / 2));

/** Level that a motion search begins with. */
export const firstLevel = 50;

/** Level of an address, 1-255. */
export const levelOf = (text: string | undefined): number => {
  const value = Number(text ?? firstLevel);
  return Number.isInteger(value) && value >= 1 && value <= 255 ? value : firstLevel;
};

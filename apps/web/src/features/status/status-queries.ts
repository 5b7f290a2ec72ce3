import { statusCalls } from '@sightline/contracts/status/status.api';
import type { StatusHistory } from '@sightline/contracts/status/status';
import { startOfLastDays } from '@sightline/domain/time/site-days';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiError } from '../../platform/api/api-error.ts';
import { callKey, callQuery } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** A thing whose history is shown. */
export interface StatusThing {
  kind: 'camera' | 'edge';
  id: string;
  /** Zone of its site, whose days are counted. */
  timeZone: string;
}

const calls = { camera: statusCalls.ofCamera, edge: statusCalls.ofEdge };

/** How something was over this many days of its site, the last of them today; read again when its status changes. */
export const useStatusHistory = (
  { kind, id, timeZone }: StatusThing,
  days: number,
  nowUtcMs: number,
): UseQueryResult<StatusHistory, ApiError> => {
  useEffect(() => {
    const refresh = (): void => refreshSoon(callKey(calls[kind]));
    const stops = [
      onEvent('cameras.status', ({ cameraId }) => cameraId === id && refresh()),
      // Heartbeats carry no status.
      onEvent('edges.status', ({ edgeId, status }) => edgeId === id && status !== undefined && refresh()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [kind, id]);
  const query = { fromUtcMs: startOfLastDays(timeZone, days, nowUtcMs), toUtcMs: nowUtcMs };
  return useQuery({ ...callQuery(calls[kind], { params: { id }, query }), placeholderData: (before) => before });
};

import type { AttentionItem, AttentionList } from '@sightline/contracts/attention/attention';
import { attentionCalls } from '@sightline/contracts/attention/attention.api';
import type { ShownStatus } from '@sightline/contracts/status/status';
import { callKey } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { queryClient } from '../../platform/api/query-client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

const key = callKey(attentionCalls.list);
const refresh = (): void => refreshSoon(key);

const isTold = (test: (item: AttentionItem) => boolean): boolean =>
  queryClient.getQueriesData<AttentionList>({ queryKey: key }).some(([, list]) => list?.items.some(test) ?? false);

const isBad = ({ state, isFlapping }: Pick<ShownStatus, 'state' | 'isFlapping'>): boolean =>
  isFlapping || (state !== 'online' && state !== 'notConnected');

/** Keeps what needs somebody true: it is read again when a message says that it is another. Heartbeats alone are no news. */
export const startLive = (): (() => void) => {
  const stops = [
    onEvent('attention.gap', refresh),
    onEvent('attention.notice', refresh),
    onEvent('attention.seen', refresh),
    onEvent('cameras.changed', refresh),
    onEvent('cameras.removed', refresh),
    onEvent('edges.changed', refresh),
    onEvent('edges.removed', refresh),
    onEvent('webhooks.changed', refresh),
    onEvent('integrations.changed', refresh),
    onEvent('dispatch-alarms.changed', refresh),
    onEvent('cameras.status', ({ cameraId, status }) => {
      const told = isTold(
        (item) =>
          item.kind === 'camera' &&
          item.cameraId === cameraId &&
          item.status.state === status.state &&
          item.status.cause === status.cause,
      );
      if (isBad(status) ? !told : isTold((item) => 'cameraId' in item && item.cameraId === cameraId)) refresh();
    }),
    onEvent('edges.status', ({ edgeId, status }) => {
      if (status !== undefined && isBad(status) !== isTold((item) => item.kind === 'core' && item.edgeId === edgeId))
        refresh();
    }),
    onEvent('exports.progress', ({ state }) => {
      if (state === 'failed') refresh();
    }),
  ];
  return () => stops.forEach((stop) => stop());
};

import { useEffect } from 'react';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';
import { queueKeys } from './sync-queries.ts';

const refresh = (): void => queueKeys.forEach(refreshSoon);

/** Hears what makes the queue old until the returned function is called: cores say when something was sent or acknowledged, and every change of a camera waits first. */
export const hearQueueUpdates = (): (() => void) => {
  const stops = [
    onEvent('edges.changed', refresh),
    onEvent('edges.status', ({ health }) => health === null && refresh()),
    onEvent('cameras.changed', refresh),
    onEvent('cameras.removed', refresh),
  ];
  return () => stops.forEach((stop) => stop());
};

/** Keeps the queue on the screen true. */
export const useQueueUpdates = (): void => useEffect(hearQueueUpdates, []);

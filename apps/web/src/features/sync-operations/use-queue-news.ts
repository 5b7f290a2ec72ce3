import { useEffect } from 'react';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';
import { queueKeys } from './sync-queries.ts';

const refresh = (): void => queueKeys.forEach(refreshSoon);

/** Keeps the queue on the screen true: cores say when something was sent, acknowledged or changed. */
export const useQueueNews = (): void =>
  useEffect(() => {
    const stops = [onEvent('edges.changed', refresh), onEvent('edges.status', ({ health }) => health === null && refresh())];
    return () => stops.forEach((stop) => stop());
  }, []);

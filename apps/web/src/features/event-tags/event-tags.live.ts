import { eventTagsCalls } from '@sightline/contracts/event-tags/event-tags.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads event tags again when one was made, changed or deleted. */
export const startLive = (): (() => void) =>
  onEvent('event-tags.changed', ({ eventTagId }) => {
    refreshSoon(callKey(eventTagsCalls.get, { params: { id: eventTagId } }));
    refreshSoon(callKey(eventTagsCalls.list));
  });

import { peopleCalls } from '@sightline/contracts/people/people.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads people again when one was added, changed, merged or forgotten, and when cameras saw somebody. */
export const startLive = (): (() => void) =>
  onEvent('people.changed', ({ personId }) => {
    const { list, unsaved, get } = peopleCalls;
    refreshSoon(callKey(list));
    refreshSoon(callKey(unsaved));
    if (personId !== null) refreshSoon(callKey(get, { params: { id: personId } }));
  });

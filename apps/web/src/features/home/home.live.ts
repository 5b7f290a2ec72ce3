import { homeCalls } from '@sightline/contracts/home/home.api';
import { callKey } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** A gap that became known is in the figures at once; whatever else moves them does so slowly. */
export const startLive = (): (() => void) =>
  onEvent('attention.gap', () => {
    refreshSoon(callKey(homeCalls.facts));
    refreshSoon(callKey(homeCalls.day));
  });

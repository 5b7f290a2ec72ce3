import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads entrances again when one was made, changed, corrected or deleted, and when somebody went through. */
export const startLive = (): (() => void) => {
  const { list, get, figures } = entrancesCalls;
  const refresh = ({ entranceId: id }: { entranceId: string }): void => {
    refreshSoon(callKey(list));
    refreshSoon(callKey(get, { params: { id } }));
    refreshSoon(callKey(figures));
  };
  const stops = [onEvent('entrances.changed', refresh), onEvent('entrances.counted', refresh)];
  return () => stops.forEach((stop) => stop());
};

import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { call, callKey } from '../../platform/api/client.ts';
import { findCached, patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { serverNowUtcMs } from '../../platform/clock/server-clock.ts';
import { translate } from '../../platform/i18n/i18n.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';
import { toastUpdate } from '../../ui/toasts/toast.tsx';
import { logFact } from '../../platform/log/log.ts';

const lists = callKey(edgesCalls.list);
const one = callKey(edgesCalls.get);

const refresh = (edgeId: string): void => {
  refreshSoon(callKey(edgesCalls.get, { params: { id: edgeId } }));
  refreshSoon(lists);
};

/** Says by its new name that a core was changed, to those who have it on a screen. */
const notifyChange = async (id: string): Promise<void> => {
  if (findCached<Edge>({ lists, one, id }) === undefined) return;
  try {
    const { name } = await call(edgesCalls.get, { params: { id } });
    toastUpdate({ title: translate('edges.live.changed', { name }) });
  } catch (failure) {
    // Deleted or hidden meanwhile: the list says so itself.
    logFact('A core that was changed could not be read', failure);
  }
};

/** A change of a camera waits for its core: that is not in sync until it has it, and may be away for long. */
const refreshSync = (): void => {
  refreshSoon(one);
  refreshSoon(lists);
};

/** Keeps cores on the screen true: state and health are written into what is cached, changes are read again. */
export const startLive = (): (() => void) => {
  const stops = [
    onEvent('edges.status', (event) => {
      const { state, sinceUtcMs, clockOffsetMs, health } = event;
      patchCached<Edge>({ lists, one, id: event.edgeId }, (edge) => {
        // The first link of a core also brings its version and capabilities, which the event does not carry.
        if (edge.state !== state) refreshSoon(callKey(edgesCalls.get, { params: { id: edge.id } }));
        // What brings figures is a heartbeat, and that is heard now.
        const heard = health === null ? {} : { health, lastSeenUtcMs: serverNowUtcMs() };
        return { ...edge, state, sinceUtcMs, clockOffsetMs, status: event.status ?? edge.status, ...heard };
      });
    }),
    onEvent('cameras.changed', refreshSync),
    onEvent('cameras.removed', refreshSync),
    onEvent('edges.software', ({ edgeId }) => refresh(edgeId)),
    onEvent('edges.changed', ({ edgeId }, { mayToast }) => {
      refresh(edgeId);
      if (mayToast) void notifyChange(edgeId);
    }),
    onEvent('edges.removed', ({ edgeId }, { mayToast }) => {
      const known = findCached<Edge>({ lists, one, id: edgeId });
      refresh(edgeId);
      if (mayToast && known !== undefined)
        toastUpdate({ title: translate('edges.live.removed', { name: known.name }) });
    }),
  ];
  return () => stops.forEach((stop) => stop());
};

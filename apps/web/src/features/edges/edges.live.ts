import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { callKey } from '../../platform/api/client.ts';
import { patchCached, refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Keeps cores on the screen true: state and health are written into what is cached, changes are read again. */
export const startEdgesLive = (): (() => void) => {
  const lists = callKey(edgesCalls.list);
  const one = callKey(edgesCalls.get);
  const stops = [
    onEvent('edges.status', (event) => {
      const { state, sinceUtcMs, clockOffsetMs, health } = event;
      patchCached<Edge>({ lists, one, id: event.edgeId }, (edge) => {
        // The first link of a core also brings its version and capabilities, which the event does not carry.
        if (edge.state !== state) refreshSoon(callKey(edgesCalls.get, { params: { id: edge.id } }));
        return { ...edge, state, sinceUtcMs, clockOffsetMs, health: health ?? edge.health };
      });
    }),
    onEvent('edges.changed', (event) => {
      refreshSoon(callKey(edgesCalls.get, { params: { id: event.edgeId } }));
      refreshSoon(lists);
    }),
    onEvent('edges.removed', () => refreshSoon(lists)),
  ];
  return () => stops.forEach((stop) => stop());
};

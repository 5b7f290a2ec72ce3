import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads groups again when one was made, changed or deleted, and when what they hold changed. */
export const startLive = (): (() => void) => {
  const { list, get, saved } = orgGroupsCalls;
  const stops = [
    onEvent('org-groups.changed', ({ groupId }) => {
      refreshSoon(callKey(get, { params: { id: groupId } }));
      refreshSoon(callKey(list));
    }),
    ...(['people.changed', 'vehicles.changed'] as const).map((kind) =>
      onEvent(kind, () => [list, get, saved].forEach((one) => refreshSoon(callKey(one)))),
    ),
  ];
  return () => stops.forEach((stop) => stop());
};

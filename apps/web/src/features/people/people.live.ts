import { peopleCalls } from '@sightline/contracts/people/people.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/**
 * Reads people again when one was added, changed, merged or forgotten, and when cameras saw somebody; and whether faces are recognised when
 * a location or the organization changed.
 */
export const startLive = (): (() => void) => {
  const { list, unsaved, get, recognition, forgettings } = peopleCalls;
  const stops = [
    onEvent('people.changed', ({ personId }) => {
      for (const one of [list, unsaved, forgettings]) refreshSoon(callKey(one));
      if (personId !== null) refreshSoon(callKey(get, { params: { id: personId } }));
    }),
    ...(['locations.changed', 'organizations.changed'] as const).map((kind) =>
      onEvent(kind, () => refreshSoon(callKey(recognition))),
    ),
  ];
  return () => stops.forEach((stop) => stop());
};

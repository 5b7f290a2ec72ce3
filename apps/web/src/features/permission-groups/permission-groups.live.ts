import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { callKey } from '../../platform/api/client.ts';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads groups again when an administrator changed one, or who is in one. */
export const startLive = (): (() => void) => {
  const { filter, get, entities, byUser, byOrganization } = permissionGroupsCalls;
  const refresh = (...calls: Parameters<typeof callKey>[0][]): void =>
    calls.forEach((call) => refreshSoon(callKey(call)));
  const things = (): void => refresh(entities);
  const stops = [
    onEvent('permission-groups.changed', ({ groupId }) => {
      refreshSoon(callKey(get, { params: { id: groupId } }));
      refresh(filter, byUser, byOrganization);
    }),
    onEvent('users.changed', () => refresh(filter, get, byUser, byOrganization)),
    onEvent('locations.changed', things),
    onEvent('locations.removed', things),
    onEvent('edges.changed', things),
    onEvent('edges.removed', things),
    onEvent('cameras.changed', things),
    onEvent('cameras.removed', things),
  ];
  return () => stops.forEach((stop) => stop());
};

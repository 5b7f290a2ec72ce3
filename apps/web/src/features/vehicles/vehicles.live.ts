import { unsavedVehiclesCalls } from '@sightline/contracts/vehicles/unsaved-vehicles.api';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { callKey } from '../../platform/api/client.ts';
import { onEvent } from '../../platform/realtime/event-bus.ts';

/** Reads vehicles again when some were added, changed, deleted or seen. */
export const startLive = (): (() => void) =>
  onEvent('vehicles.changed', () => {
    refreshSoon(callKey(vehiclesCalls.list));
    refreshSoon(callKey(unsavedVehiclesCalls.list));
  });

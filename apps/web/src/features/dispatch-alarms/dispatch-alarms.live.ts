import { onEvent } from '../../platform/realtime/event-bus.ts';
import { refreshDispatches } from './dispatch-queries.ts';

/** Reads alarms again when one was dispatched or canceled, and when the monitoring service answered. */
export const startLive = (): (() => void) =>
  onEvent('dispatch-alarms.changed', ({ dispatchAlarmId, locationId }) =>
    refreshDispatches({ id: dispatchAlarmId, locationId }),
  );

import { onEvent } from '../../platform/realtime/event-bus.ts';
import { refreshManaged } from './managed-alarm-queries.ts';

/** Reads alarms again when alerts joined them, when somebody closed them or nobody did in time, and when people are done with an alert. */
export const startLive = (): (() => void) => {
  const stops = [
    onEvent('managed-alarms.changed', ({ managedAlarmId }) => refreshManaged(managedAlarmId)),
    // Each says how many of its alerts wait for somebody; which alarm an alert belongs to is not told.
    onEvent('alerts.changed', () => refreshManaged()),
    onEvent('alerts.changedAtCore', () => refreshManaged()),
  ];
  return () => stops.forEach((stop) => stop());
};

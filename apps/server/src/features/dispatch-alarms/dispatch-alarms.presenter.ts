import type {
  DispatchAlarm,
  DispatchCancellation,
  DispatchDelivery,
} from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import type { DispatchRow } from './dispatch-alarms.repository.ts';

const msOf = (at: Date | null): number | null => at?.getTime() ?? null;

const personOf = (userId: string | null, name: string | null): { userId: string; name: string } | null =>
  userId === null ? null : { userId, name: name ?? '' };

const deliveryOf = (row: DispatchRow): DispatchDelivery => ({
  state: row.delivery,
  cause: row.deliveryCause,
  detail: row.deliveryDetail,
  mayHaveArrived: row.delivery !== 'accepted' && row.uncertainTries > 0,
  tries: row.tries,
  nextTryAt: row.delivery === 'pending' ? msOf(row.nextTryAt) : null,
  givesUpAt: row.delivery === 'pending' ? msOf(row.givesUpAt) : null,
  settledAt: msOf(row.settledAt),
  serviceAlarmId: row.serviceAlarmId,
});

const cancellationOf = (row: DispatchRow): DispatchCancellation | null =>
  row.cancellation === null
    ? null
    : { state: row.cancellation, cause: row.cancellationCause, detail: row.cancellationDetail };

/** Active is only what the monitoring service has. */
function lifecycleOf({ status, delivery }: DispatchRow): DispatchAlarm['lifecycle'] {
  if (status === dispatchAlarmStatus.canceled) return 'canceled';
  return delivery === 'accepted' ? 'active' : 'created';
}

/** A dispatch alarm as it leaves the server. */
export const presentDispatch = (row: DispatchRow): DispatchAlarm => ({
  id: row.id,
  number: row.number,
  locationId: row.locationId,
  locationName: row.locationName,
  timeZone: row.timeZone,
  uniformId: row.uniformId,
  services: row.services,
  cameraId: row.cameraId,
  alertId: row.alertId,
  dispatchTime: row.dispatchedAt.getTime(),
  dispatchBy: personOf(row.dispatchedBy, row.dispatchedByName),
  cancelTime: msOf(row.canceledAt),
  cancelBy: personOf(row.canceledBy, row.canceledByName),
  status: row.status as DispatchAlarm['status'],
  lifecycle: lifecycleOf(row),
  delivery: deliveryOf(row),
  cancellation: cancellationOf(row),
});

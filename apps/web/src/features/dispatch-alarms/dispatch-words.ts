import type { DispatchAlarm, DispatchFailure } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { dispatchAlarmStatus } from '@sightline/contracts/dispatch-alarms/dispatch-alarm-status';
import type { TFunction } from 'i18next';
import { formatSince } from '../../platform/i18n/format-time.ts';
import { currentLanguage } from '../../platform/i18n/i18n.ts';
import { numberFormatter } from '../../platform/i18n/number-formatter.ts';

/** How much what is said of an alarm concerns whoever reads it: help depends on them where it failed. */
type Concern = 'calm' | 'waiting' | 'failed';

/** Where an alarm stands with the monitoring service, in words. */
export interface ServiceWords {
  concern: Concern;
  text: string;
}

type Told = Pick<DispatchAlarm, 'status' | 'delivery' | 'cancellation' | 'timeZone'>;

const because = (t: TFunction, cause: DispatchFailure | null, detail: string | null): string => {
  if (cause === null) return '';
  const isSaid = cause === 'invalid' && detail !== null;
  return ` ${isSaid ? t('dispatchAlarms.cause.invalidDetail', { detail }) : t(`dispatchAlarms.cause.${cause}`)}`;
};

/** Says that the service accepted it only where it did; of everything else, what is missing and who must act. */
function deliveryWords(t: TFunction, { delivery, timeZone }: Told, nowUtcMs: number): ServiceWords {
  const { state, cause, detail, mayHaveArrived, givesUpAt, settledAt } = delivery;
  const since = (utcMs: number): string => formatSince(utcMs, nowUtcMs, timeZone);
  const why = because(t, cause, detail);
  switch (state) {
    case 'accepted':
      return {
        concern: 'calm',
        text:
          settledAt === null
            ? t('dispatchAlarms.delivery.accepted')
            : t('dispatchAlarms.delivery.acceptedAt', { time: since(settledAt) }),
      };
    case 'withdrawn':
      return { concern: 'calm', text: t('dispatchAlarms.delivery.withdrawn') };
    case 'refused':
      return {
        concern: 'failed',
        text: `${t(mayHaveArrived ? 'dispatchAlarms.delivery.unsure' : 'dispatchAlarms.delivery.refused')}${why}`,
      };
    case 'pending': {
      if (cause === null || givesUpAt === null)
        return { concern: 'waiting', text: t('dispatchAlarms.delivery.pending') };
      const retrying = t('dispatchAlarms.delivery.retrying', { time: since(givesUpAt) });
      return { concern: 'waiting', text: `${retrying}${why}` };
    }
  }
}

/** The same of a canceled one: whether the monitoring service knows. */
function cancellationWords(t: TFunction, alarm: Told, nowUtcMs: number): ServiceWords {
  const { cancellation, delivery } = alarm;
  if (cancellation === null)
    return delivery.state === 'refused' && !delivery.mayHaveArrived
      ? { concern: 'calm', text: t('dispatchAlarms.cancellation.neverSent') }
      : deliveryWords(t, alarm, nowUtcMs);
  const { state, cause, detail } = cancellation;
  const why = because(t, cause, detail);
  // A try whose answer was lost may be a second alarm there, which nobody canceled.
  if (state === 'accepted' && cause === 'noAnswer')
    return { concern: 'failed', text: t('dispatchAlarms.cancellation.maybeTwice') };
  if (state === 'accepted') return { concern: 'calm', text: t('dispatchAlarms.cancellation.accepted') };
  if (state === 'pending') return { concern: 'waiting', text: `${t('dispatchAlarms.cancellation.pending')}${why}` };
  const reference =
    delivery.serviceAlarmId === null ? '' : ` ${t('dispatchAlarms.reference', { id: delivery.serviceAlarmId })}`;
  return { concern: 'failed', text: `${t('dispatchAlarms.cancellation.refused')}${why}${reference}` };
}

/** Where an alarm stands with the monitoring service. Nothing here says that help comes while that is not known. */
export const serviceWords = (t: TFunction, alarm: Told, nowUtcMs: number): ServiceWords =>
  alarm.status === dispatchAlarmStatus.active
    ? deliveryWords(t, alarm, nowUtcMs)
    : cancellationWords(t, alarm, nowUtcMs);

const minuteMs = 60_000;

/** A length of time in hours and minutes, however long: `26 hr 5 min`, `0 min`. */
export function hoursAndMinutes(ms: number): string {
  const locale = currentLanguage() === 'he' ? 'he-IL' : 'en-US';
  const inUnits = (count: number, unit: 'hour' | 'minute'): string =>
    numberFormatter(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count);
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const hours = Math.floor(minutes / 60);
  const rest = inUnits(minutes % 60, 'minute');
  return hours === 0 ? rest : `${inUnits(hours, 'hour')} ${rest}`;
}

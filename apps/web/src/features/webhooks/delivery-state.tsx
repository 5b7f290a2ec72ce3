import type { Delivery } from '@sightline/contracts/webhooks/webhook';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';

const levels = { delivered: 'ok', waiting: 'warn', dead: 'bad' } as const;

/** What became of a message, and when it is tried again. */
export function DeliveryState({ delivery: { state, isTest, nextUtcMs } }: { delivery: Delivery }) {
  const { t } = useTranslation();
  if (state === 'waiting' && nextUtcMs !== null)
    return (
      <StatusLabel level="warn">
        {t('webhooks.delivery.nextTry', {
          day: formatTime(nextUtcMs, ownZone(), 'day'),
          time: leftToRight(formatTime(nextUtcMs, ownZone(), 'seconds')),
        })}
      </StatusLabel>
    );
  return (
    <StatusLabel level={levels[state]}>
      {t(isTest && state === 'dead' ? 'webhooks.delivery.testFailed' : `webhooks.delivery.${state}`)}
    </StatusLabel>
  );
}

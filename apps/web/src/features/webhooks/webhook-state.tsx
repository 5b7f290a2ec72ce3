import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { leftToRight } from '../../platform/i18n/left-to-right.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { fareOf } from './webhook-words.ts';

/** Whether a webhook works, and if not since when or why. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const fare = fareOf(webhook);
  return (
    <StatusLabel level={fare.level}>
      {fare.state === 'failing'
        ? t('webhooks.state.failingSince', {
            day: formatTime(fare.sinceUtcMs, ownZone(), 'day'),
            time: leftToRight(formatTime(fare.sinceUtcMs, ownZone(), 'time')),
          })
        : t(`webhooks.state.${fare.state}`)}
    </StatusLabel>
  );
}

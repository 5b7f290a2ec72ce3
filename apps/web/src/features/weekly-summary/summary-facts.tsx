import type { WeeklySummary } from '@sightline/contracts/weekly-summary/weekly-summary';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Moment } from '../../ui/time/moment.tsx';

/** Who gets the mail, when it went out, and when it goes out next. */
export function SummaryFacts({ summary }: { summary: WeeklySummary }) {
  const { t } = useTranslation();
  const { subscriberCount, lastSentAt, nextAt, timeZone } = summary;
  return (
    <Facts>
      <dt>{t('weeklySummary.facts.subscribers')}</dt>
      <dd>{t('weeklySummary.facts.people', { count: subscriberCount, shown: formatCount(subscriberCount) })}</dd>
      <dt>{t('weeklySummary.facts.last')}</dt>
      <dd>
        {lastSentAt === null ? (
          t('weeklySummary.facts.never')
        ) : (
          <Moment utcMs={lastSentAt} timeZone={timeZone} to="time" />
        )}
      </dd>
      <dt>{t('weeklySummary.facts.next')}</dt>
      <dd>
        {nextAt === null ? t('weeklySummary.facts.off') : <Moment utcMs={nextAt} timeZone={timeZone} to="time" />}
      </dd>
    </Facts>
  );
}

import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Lead, Section } from '../../ui/page/section.tsx';
import { SendToMe } from './send-to-me.tsx';
import { SummaryFacts } from './summary-facts.tsx';
import { SummaryForm } from './summary-form.tsx';
import { SummaryPreview } from './summary-preview.tsx';
import { callQuery } from '../../platform/api/client.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { LoadingRows } from '../../ui/states/loading-rows.tsx';

/** The mail about the week: when it goes out, to how many, and what it says. */
export function WeeklySummaryPage() {
  const { t } = useTranslation();
  const summary = useQuery(callQuery(weeklySummaryCalls.get, {}));
  return (
    <>
      <PageHeader title={t('weeklySummary.page.title')}>{summary.data !== undefined && <SendToMe />}</PageHeader>
      {summary.data === undefined && summary.error === null && <LoadingRows rows={4} />}
      {summary.data === undefined && summary.error !== null && (
        <ErrorState
          title={t('weeklySummary.page.failed')}
          failure={summary.error}
          onRetry={() => void summary.refetch()}
        />
      )}
      {summary.data !== undefined && (
        <>
          <Section>
            <Lead>{t('weeklySummary.page.lead')}</Lead>
            <SummaryForm summary={summary.data} />
          </Section>
          <Section title={t('weeklySummary.facts.title')}>
            <SummaryFacts summary={summary.data} />
          </Section>
          <Section title={t('weeklySummary.preview.title')}>
            <SummaryPreview />
          </Section>
        </>
      )}
    </>
  );
}

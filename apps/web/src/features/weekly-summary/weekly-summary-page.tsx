import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Lead, Section } from '../../ui/page/section.tsx';
import { SendToMe } from './send-to-me.tsx';
import { SummaryFacts } from './summary-facts.tsx';
import { SummaryForm } from './summary-form.tsx';
import { SummaryPreview } from './summary-preview.tsx';
import { callQuery } from '../../platform/api/client.ts';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';

/** The mail about the week: when it goes out, to how many, and what it says. */
export function WeeklySummaryPage() {
  const { t } = useTranslation();
  const summary = useQuery(callQuery(weeklySummaryCalls.get, {}));
  return (
    <>
      <PageHeader title={t('weeklySummary.page.title')}>{summary.data !== undefined && <SendToMe />}</PageHeader>
      <ListScreen list={summary} failed={t('weeklySummary.page.failed')} rows={4}>
        {(data) => (
          <>
            <Section>
              <Lead>{t('weeklySummary.page.lead')}</Lead>
              <SummaryForm summary={data} />
            </Section>
            <Section title={t('weeklySummary.facts.title')}>
              <SummaryFacts summary={data} />
            </Section>
            <Section title={t('weeklySummary.preview.title')}>
              <SummaryPreview />
            </Section>
          </>
        )}
      </ListScreen>
    </>
  );
}

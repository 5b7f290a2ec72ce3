import { SegmentedControl } from '@mantine/core';
import { weeklySummaryCalls } from '@sightline/contracts/weekly-summary/weekly-summary.api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../platform/api/client.ts';
import { currentLanguage } from '../../platform/i18n/i18n.ts';
import type { Language } from '../../platform/i18n/language.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import classes from './weekly-summary.module.css';

/** The mail as it would be sent now. The frame runs nothing, sends nothing and opens links nowhere. */
export function SummaryPreview() {
  const { t } = useTranslation();
  const [lang, setLang] = useState<Language>(currentLanguage);
  const preview = useQuery({
    ...callQuery(weeklySummaryCalls.preview, { query: { lang } }),
    staleTime: 0,
    placeholderData: (last) => last,
  });
  return (
    <Stack gap={12} className={classes.preview}>
      <SegmentedControl
        aria-label={t('weeklySummary.preview.language')}
        className={classes.languages}
        data={[
          { value: 'en', label: t('common.language.en') },
          { value: 'he', label: t('common.language.he') },
        ]}
        value={lang}
        onChange={(value) => setLang(value === 'he' ? 'he' : 'en')}
      />
      <ListScreen list={preview} failed={t('weeklySummary.preview.failed')} rows={4}>
        {(data) => (
          <>
            <p translate="no">
              <span className={classes.subjectLabel}>{t('weeklySummary.preview.subject')}</span>{' '}
              <bdi>{data.subject}</bdi>
            </p>
            <iframe
              className={classes.frame}
              title={t('weeklySummary.preview.title')}
              // No script, no form, no navigation, no origin: the mail is only looked at.
              sandbox=""
              srcDoc={data.html}
            />
          </>
        )}
      </ListScreen>
    </Stack>
  );
}

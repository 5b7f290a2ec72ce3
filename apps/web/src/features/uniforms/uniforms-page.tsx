import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page/page-header.tsx';
import page from '../../ui/page/settings-list.module.css';
import { PageTabs } from '../../ui/tabs/page-tabs.tsx';
import { ExistingUniforms } from './existing/existing-uniforms.tsx';
import { SuggestedUniforms } from './suggested/suggested-uniforms.tsx';
import { TrainingDialog, type TrainingOf } from './training/training-dialog.tsx';
import { suggestedUniforms, uniformPages } from './uniform-queries.ts';
import type { UniformsSearch } from './uniforms-search.ts';

/** The directory of uniforms: those that were trained, and groups of people in clothes that are alike. */
export function UniformsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/organization/database-area/database/uniform' });
  const { tab = 'existing', search: text = '' } = search;
  const [training, setTraining] = useState<TrainingOf | null>(null);
  const existing = useInfiniteQuery({ ...uniformPages(text), placeholderData: (last) => last });
  const suggested = useQuery(suggestedUniforms);
  const go = (next: UniformsSearch): void =>
    void navigate({ to: '/database/uniform', search: { ...search, ...next }, replace: true });
  return (
    <div className={page.page}>
      <PageHeader
        title={t('uniforms.list.title')}
        parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
      />
      <PageTabs
        label={t('uniforms.list.tabs')}
        value={tab}
        tabs={[
          { value: 'existing', label: t('uniforms.list.existing'), count: existing.data?.pages[0]?.total.value },
          { value: 'unsaved', label: t('uniforms.list.unsaved'), count: suggested.data?.suggestedGroups.length },
        ]}
        onChange={(value) => go({ tab: value })}
      />
      {tab === 'existing' ? (
        <ExistingUniforms
          list={existing}
          text={text}
          onSearch={(value) => go({ search: value === '' ? undefined : value })}
          onSuggested={() => go({ tab: 'unsaved' })}
          onTrain={(uniformId) => setTraining({ uniformId })}
        />
      ) : (
        <SuggestedUniforms list={suggested} onSave={(groupId) => setTraining({ groupId })} />
      )}
      {training !== null && (
        <TrainingDialog
          of={training}
          onSaved={() => go({ tab: 'existing', search: undefined })}
          onClose={() => setTraining(null)}
        />
      )}
    </div>
  );
}

import { Button } from '@mantine/core';
import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { Page } from '@sightline/contracts/shared/paging';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { ChosenFoot } from '../../../ui/chosen/chosen-foot.tsx';
import { ExportButton } from '../../../ui/chosen/export-button.tsx';
import { useChosenOf, type Chosen } from '../../../ui/chosen/use-chosen.ts';
import { ChooseAll } from '../../../ui/chosen/with-choice.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import page from '../../../ui/page/settings-list.module.css';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { useRereadUniforms } from '../uniform-queries.ts';
import { exportUniforms, uniformsCsv } from './export-uniforms.ts';
import { RemoveUniform } from './remove-uniform.tsx';
import { RenameUniform } from './rename-uniform.tsx';
import { UniformCard } from './uniform-card.tsx';
import classes from '../uniforms.module.css';

interface ExistingUniformsProps {
  list: UseInfiniteQueryResult<InfiniteData<Page<Uniform>>>;
  text: string;
  onSearch: (text: string) => void;
  onSuggested: () => void;
  onTrain: (uniformId: string) => void;
}

function UniformsFoot({ chosen }: { chosen: Chosen<Uniform> }) {
  const { t } = useTranslation();
  const reread = useRereadUniforms();
  return (
    <ChosenFoot
      chosen={chosen}
      csv={uniformsCsv}
      removeText={t('uniforms.remove.textMany')}
      remove={({ id }) => call(uniformsCalls.remove, { params: { id } })}
      onRemoved={reread}
    />
  );
}

/** Uniforms that were trained, as cards. */
export function ExistingUniforms({ list, text, onSearch, onSuggested, onTrain }: ExistingUniformsProps) {
  const { t } = useTranslation();
  const [renamed, setRenamed] = useState<Uniform | null>(null);
  const [removed, setRemoved] = useState<Uniform | null>(null);
  const chosen = useChosenOf(list.data);
  const total = list.data?.pages[0]?.total.value ?? 0;
  const isNothingYet = list.data !== undefined && total === 0 && text === '';
  return (
    <>
      {!isNothingYet && (
        <Toolbar
          end={
            list.data && (
              <>
                {total > 0 && <ChooseAll chosen={chosen} />}
                {t('uniforms.list.total', { count: total, shown: formatCount(total) })}
                <ExportButton label={t('uniforms.list.export')} onExport={() => exportUniforms(t, text)} />
              </>
            )
          }
        >
          <SearchField label={t('uniforms.list.search')} value={text} onChange={onSearch} />
        </Toolbar>
      )}
      <div className={page.list}>
        <ListScreen
          list={list}
          failed={t('uniforms.list.failed')}
          isEmpty={() => total === 0}
          empty={
            isNothingYet ? (
              <EmptyState title={t('uniforms.list.emptyTitle')} text={t('uniforms.list.emptyText')}>
                <Button onClick={onSuggested}>{t('uniforms.list.emptyAction')}</Button>
              </EmptyState>
            ) : (
              <EmptyState title={t('uniforms.list.noneNamed', { query: text })} text={t('uniforms.list.noneHint')}>
                <Button variant="default" onClick={() => onSearch('')}>
                  {t('common.actions.clearSearch')}
                </Button>
              </EmptyState>
            )
          }
        >
          {(data) => (
            <>
              <div className={classes.grid} role="group" aria-label={t('uniforms.list.existing')}>
                {data.pages
                  .flatMap(({ items }) => items)
                  .map((uniform) => (
                    <UniformCard
                      key={uniform.uniformId}
                      uniform={uniform}
                      chosen={chosen}
                      onRename={() => setRenamed(uniform)}
                      onTrain={() => onTrain(uniform.uniformId)}
                      onRemove={() => setRemoved(uniform)}
                    />
                  ))}
              </div>
              {list.hasNextPage && (
                <div className={classes.more}>
                  <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    {t('uniforms.list.more')}
                  </Button>
                </div>
              )}
            </>
          )}
        </ListScreen>
      </div>
      <UniformsFoot chosen={chosen} />
      {renamed !== null && <RenameUniform uniform={renamed} onClose={() => setRenamed(null)} />}
      {removed !== null && <RemoveUniform uniform={removed} onClose={() => setRemoved(null)} />}
    </>
  );
}

import type { Schedule } from '@sightline/contracts/schedules/schedule';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { RemoveSchedule } from './remove-schedule.tsx';
import { schedulePages } from './schedule-queries.ts';
import { SchedulesTable } from './schedules-table.tsx';
import classes from '../../ui/page/settings-list.module.css';

function CreateButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/database/schedule/create" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
      {t('schedules.create.action')}
    </ButtonLink>
  );
}

/** Schedules of the organization. */
export function SchedulesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { q = '' } = useSearch({ from: '/shell/organization/database-area/database/schedule/list' });
  const [removed, setRemoved] = useState<Schedule | null>(null);
  const pages = useInfiniteQuery({ ...schedulePages(q), placeholderData: (last) => last });
  const total = pages.data?.pages[0]?.total.value ?? 0;
  const go = (text: string): void =>
    void navigate({ to: '/database/schedule/list', search: { q: text === '' ? undefined : text }, replace: true });
  const isNothingYet = pages.data !== undefined && total === 0 && q === '';
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('schedules.list.title')}
        parents={[{ key: 'database', link: <span>{t('shell.database.title')}</span> }]}
      >
        {!isNothingYet && <CreateButton />}
      </PageHeader>
      {!isNothingYet && (
        <Toolbar end={pages.data && t('schedules.list.total', { count: total, shown: formatCount(total) })}>
          <SearchField label={t('schedules.list.search')} value={q} onChange={go} />
        </Toolbar>
      )}
      <div className={classes.list}>
        <ListScreen
          list={pages}
          failed={t('schedules.list.failed')}
          isEmpty={() => total === 0}
          empty={
            isNothingYet ? (
              <EmptyState
                title={t('schedules.list.emptyTitle')}
                text={t('schedules.list.emptyText')}
                art={<EmptyDrawing />}
              >
                <CreateButton />
              </EmptyState>
            ) : (
              <EmptyState title={t('schedules.list.noneNamed', { query: q })} text={t('schedules.list.noneHint')}>
                <Button variant="default" onClick={() => go('')}>
                  {t('common.actions.clearSearch')}
                </Button>
              </EmptyState>
            )
          }
        >
          {(data) => (
            <SchedulesTable
              schedules={data.pages.flatMap(({ items }) => items)}
              total={total}
              onRemove={setRemoved}
              onEndReached={() => {
                if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
              }}
            />
          )}
        </ListScreen>
      </div>
      {removed !== null && <RemoveSchedule schedule={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

/** A week of seven bands, open on five of them. */
function EmptyDrawing() {
  return (
    <svg width="200" height="56" viewBox="0 0 200 56" fill="none" stroke="currentColor" strokeWidth="1.5">
      {[4, 12, 20, 28, 36, 44, 52].map((y) => (
        <path key={y} d={`M1 ${y}h198`} />
      ))}
      {[12, 20, 28, 36, 44].map((y) => (
        <rect key={y} x="66" y={y - 3} width="84" height="6" fill="currentColor" opacity="0.35" stroke="none" />
      ))}
    </svg>
  );
}

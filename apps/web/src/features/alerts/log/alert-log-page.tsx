import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { formatCount, formatDuration } from '../../../platform/i18n/format-number.ts';
import { AlertViews } from '../../../ui/alerts/alert-views.tsx';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { FoldedFilters } from '../../../ui/filters/folded-filters.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { Pager } from '../../../ui/table/pager.tsx';
import { AlertFilterBar } from '../alert-filter-bar.tsx';
import { filterCount, isFiltered, type AlertLogSearch, type LogHours } from '../alert-filters.ts';
import { logPage, logRowsPerPage } from '../alert-queries.ts';
import { AlertLogTable } from './alert-log-table.tsx';
import classes from '../../../ui/page/settings-list.module.css';

const hourMs = 3_600_000;
const firstHours: LogHours = '24';
const hoursOffered: readonly LogHours[] = ['24', '72', '168', '720'];

/** Alerts of the last day, or of longer, page by page. */
export function AlertLogPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/organization/alert/log' });
  const { hours = firstHours, page = '1' } = search;
  const [timeEnd, setTimeEnd] = useState(serverNowUtcMs);
  const current = Math.max(1, Number.parseInt(page, 10) || 1);
  const timeStart = timeEnd - Number(hours) * hourMs;
  const logs = useQuery({
    ...logPage({ filters: search, page: current, timeStart, timeEnd }),
    placeholderData: (last) => last,
  });
  const go = (change: AlertLogSearch): void =>
    void navigate({ to: '/alert/log', search: { ...search, page: undefined, ...change }, replace: true });
  const clear = (): void => void navigate({ to: '/alert/log', search: {}, replace: true });
  const total = logs.data?.total;
  const span = formatDuration(Number(hours) * hourMs);
  return (
    <div className={classes.page}>
      <PageHeader title={t('alerts.log.title')}>
        <AlertViews />
      </PageHeader>
      <FoldedFilters
        count={filterCount(search) + (hours === firstHours ? 0 : 1)}
        onClear={clear}
        after={
          <Button variant="subtle" size="compact-md" onClick={() => setTimeEnd(serverNowUtcMs())}>
            {t('alerts.log.refresh')}
          </Button>
        }
        end={
          logs.data &&
          t(logs.data.relation === 'exact' ? 'alerts.log.total' : 'alerts.log.atLeast', {
            count: logs.data.total,
            shown: formatCount(logs.data.total),
          })
        }
      >
        <ChoiceFilter
          label={t('alerts.log.range')}
          value={hours === firstHours ? undefined : hours}
          unset={formatDuration(Number(firstHours) * hourMs)}
          options={hoursOffered.map((value) => ({ value, label: formatDuration(Number(value) * hourMs) }))}
          onChange={(chosen) => go({ hours: chosen === firstHours ? undefined : chosen })}
        />
        <AlertFilterBar filters={search} onChange={go} />
      </FoldedFilters>
      <div className={classes.list}>
        <ListScreen
          list={logs}
          failed={t('alerts.log.failed')}
          stillWorks={t('alerts.queue.stillWorks')}
          isEmpty={({ items }) => items.length === 0}
          empty={
            isFiltered(search) ? (
              <EmptyState title={t('alerts.log.noneTitle', { span })} text={t('alerts.log.noneText')}>
                <Button variant="default" onClick={clear}>
                  {t('common.actions.clearFilters')}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title={t('alerts.log.emptyTitle', { span })} text={t('alerts.log.emptyText')} />
            )
          }
        >
          {({ items }) => <AlertLogTable alerts={items} />}
        </ListScreen>
      </div>
      {total !== undefined && (
        <Pager
          page={current}
          perPage={logRowsPerPage}
          total={total}
          onChange={(next) => go({ page: next === 1 ? undefined : String(next) })}
        />
      )}
    </div>
  );
}

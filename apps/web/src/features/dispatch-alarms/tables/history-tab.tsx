import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatTotal } from '../../../platform/i18n/format-number.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import list from '../../../ui/page/settings-list.module.css';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { TimeField } from '../../../ui/time/time-field.tsx';
import { alarmHistory, sitesOfAlarms, type HistoryFilters } from '../dispatch-queries.ts';
import { historyColumns } from './alarm-columns.tsx';
import { AlarmTable } from './alarm-table.tsx';
import classes from './tables.module.css';

const nowEveryMs = 30_000;

interface HistoryTabProps {
  filters: HistoryFilters;
  onChange: (change: HistoryFilters) => void;
}

/** Every alarm that was ever dispatched, by day and site. */
export function HistoryTab({ filters, onChange }: HistoryTabProps) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const pages = useInfiniteQuery({ ...alarmHistory(filters, ownZone()), placeholderData: (last) => last });
  const sites = useQuery(sitesOfAlarms()).data?.items ?? [];
  const total = pages.data?.pages[0]?.total;
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  const empty = isFiltered ? (
    <EmptyState title={t('dispatchAlarms.history.noneTitle')} text={t('dispatchAlarms.history.noneText')}>
      <Button variant="default" onClick={() => onChange({ from: undefined, to: undefined, site: undefined })}>
        {t('common.actions.clearFilters')}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState title={t('dispatchAlarms.history.emptyTitle')} text={t('dispatchAlarms.history.emptyText')} />
  );
  return (
    <>
      <Toolbar
        end={
          total !== undefined && t('dispatchAlarms.history.total', { count: total.value, shown: formatTotal(total) })
        }
      >
        {(['from', 'to'] as const).map((side) => (
          <Row key={side} inline align="center" gap={8} className={classes.side}>
            <span aria-hidden="true">{t(`dispatchAlarms.history.${side}`)}</span>
            <TimeField
              kind="day"
              className={classes.date}
              aria-label={t(`dispatchAlarms.history.${side}`)}
              value={filters[side] ?? ''}
              onChange={(day) => onChange({ [side]: day === '' ? undefined : day })}
            />
          </Row>
        ))}
        <ChoiceFilter
          label={t('dispatchAlarms.list.place')}
          value={filters.site}
          options={sites.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(site) => onChange({ site })}
        />
      </Toolbar>
      <div className={list.list}>
        <ListScreen
          list={pages}
          failed={t('dispatchAlarms.failed.history')}
          isEmpty={() => total?.value === 0}
          empty={empty}
        >
          {(data) => (
            <AlarmTable
              label={t('dispatchAlarms.history.title')}
              columns={historyColumns({ t, nowUtcMs })}
              isOnlyRead
              pages={{ ...pages, data }}
            />
          )}
        </ListScreen>
      </div>
    </>
  );
}

import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import type { Column } from '../../../ui/table/data-table.tsx';
import { CancelAlarm } from '../cancel-alarm.tsx';
import { activeAlarms, canceledAlarms } from '../dispatch-queries.ts';
import { activeColumns, canceledColumns } from './alarm-columns.tsx';
import { AlarmTable } from './alarm-table.tsx';
import { NotDelivered } from './not-delivered.tsx';
import classes from './tables.module.css';

const nowEveryMs = 5_000;

/** Active and canceled alarms, one table below the other. */
export function AlarmTables() {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const [asked, setAsked] = useState<DispatchAlarm | null>(null);
  const need = { t, nowUtcMs };
  const active = useInfiniteQuery(activeAlarms());
  const canceled = useInfiniteQuery(canceledAlarms());
  const shown = [active, canceled].flatMap(({ data }) => data?.pages.flatMap(({ items }) => items) ?? []);
  return (
    <div className={classes.tables}>
      <NotDelivered alarms={shown} nowUtcMs={nowUtcMs} />
      <Part
        title={t('dispatchAlarms.active.title')}
        takes="own"
        columns={activeColumns(need, setAsked)}
        list={active}
        failed={t('dispatchAlarms.failed.active')}
        empty={<EmptyState title={t('dispatchAlarms.active.emptyTitle')} text={t('dispatchAlarms.active.emptyText')} />}
      />
      <Part
        title={t('dispatchAlarms.canceled.title')}
        takes="rest"
        columns={canceledColumns(need)}
        isOnlyRead
        list={canceled}
        failed={t('dispatchAlarms.failed.canceled')}
        empty={
          <EmptyState title={t('dispatchAlarms.canceled.emptyTitle')} text={t('dispatchAlarms.canceled.emptyText')} />
        }
      />
      {asked !== null && <CancelAlarm alarm={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

type Pages = { pages: readonly { items: readonly DispatchAlarm[]; total: { value: number } }[] };

interface PartProps {
  title: string;
  /** The height that its rows need, or what is left. */
  takes: 'own' | 'rest';
  columns: readonly Column<DispatchAlarm>[];
  isOnlyRead?: boolean;
  list: UseInfiniteQueryResult<Pages>;
  failed: string;
  empty: ReactNode;
}

function Part({ title, takes, columns, isOnlyRead = false, list, failed, empty }: PartProps) {
  const total = list.data?.pages[0]?.total.value;
  return (
    <section className={classes.part} data-takes={takes} aria-label={title}>
      <h2>
        {title} {total !== undefined && total > 0 && <span className={classes.count}>{formatCount(total)}</span>}
      </h2>
      <ListScreen list={list} failed={failed} isEmpty={() => total === 0} empty={empty} rows={2}>
        {(data) => (
          <div className={classes.rows} style={{ '--rows': total } as CSSProperties}>
            <AlarmTable label={title} columns={columns} isOnlyRead={isOnlyRead} pages={{ ...list, data }} />
          </div>
        )}
      </ListScreen>
    </section>
  );
}

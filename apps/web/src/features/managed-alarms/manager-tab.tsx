import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { Toolbar } from '../../ui/page/toolbar.tsx';
import list from '../../ui/page/settings-list.module.css';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { managedPage } from './managed-alarm-queries.ts';
import { ManagedTable } from './managed-table.tsx';
import { ManagerFigures } from './manager-figures.tsx';
import { managerStatuses, narrowTo, showPage, useManager } from './manager-store.ts';
import classes from './manager.module.css';

interface ManagerTabProps {
  /** Id of the alarm that is open. */
  openId: string | undefined;
  /** It, beside the list; on phones in its place. */
  detail: ReactNode;
}

/** The alarm manager: figures, the list by status, and one alarm with its alerts. */
export function ManagerTab({ openId, detail }: ManagerTabProps) {
  const { t } = useTranslation();
  const { page, limit, status } = useManager((state) => state);
  const alarms = useQuery({ ...managedPage({ page, limit, status }), placeholderData: (last) => last });
  const total = alarms.data?.total;
  const empty =
    status === undefined ? (
      <EmptyState title={t('managedAlarms.list.emptyTitle')} text={t('managedAlarms.list.emptyText')} />
    ) : (
      <EmptyState title={t('managedAlarms.list.noneTitle')} text={t('managedAlarms.list.noneText')}>
        <Button variant="default" onClick={() => narrowTo(undefined)}>
          {t('common.actions.clearFilters')}
        </Button>
      </EmptyState>
    );
  return (
    <div className={classes.manager} data-open={openId !== undefined}>
      <div className={classes.main}>
        <ManagerFigures />
        <Toolbar
          end={total !== undefined && t('managedAlarms.list.total', { count: total, shown: formatCount(total) })}
        >
          <ChoiceFilter
            label={t('managedAlarms.list.status')}
            value={status}
            options={managerStatuses.map((value) => ({ value, label: t(`managedAlarms.status.${value}`) }))}
            onChange={narrowTo}
          />
        </Toolbar>
        <div className={list.list}>
          <ListScreen
            list={alarms}
            failed={t('managedAlarms.list.failed')}
            stillWorks={t('alerts.queue.stillWorks')}
            isEmpty={({ items }) => items.length === 0}
            empty={empty}
          >
            {({ items }) => <ManagedTable alarms={items} openId={openId} />}
          </ListScreen>
        </div>
        {total !== undefined && <Pager page={page} perPage={limit} total={total} onChange={showPage} />}
      </div>
      {openId !== undefined && detail}
    </div>
  );
}

import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';
import type { ArmedState } from '@sightline/contracts/armed-alarms/arming';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { AlertViews } from '../../../ui/alerts/alert-views.tsx';
import { ChoiceFilter } from '../../../ui/filters/choice-filter.tsx';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { ButtonLink } from '../../../ui/links/button-link.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Toolbar } from '../../../ui/page/toolbar.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';
import { alarmPages, armAlarm, refreshAlarms, showAlarm, type AlarmFilters } from '../alarm-queries.ts';
import { AlarmsTable } from './alarms-table.tsx';
import { RemoveAlarm } from './remove-alarm.tsx';
import classes from '../../../ui/page/settings-list.module.css';

const states = ['armed', 'disarmed'] as const;

function CreateButton() {
  const { t } = useTranslation();
  return (
    <ButtonLink to="/alert/alarms/create" leftSection={<IconPlus size={16} stroke={1.6} aria-hidden="true" />}>
      {t('armedAlarms.create.action')}
    </ButtonLink>
  );
}

/** Arms or disarms, and says what came of it. */
function useArming(): (alarm: ArmedAlarm, state: ArmedState) => Promise<void> {
  const { t } = useTranslation();
  return async (alarm, state) => {
    const { name } = alarm;
    try {
      const armed = await armAlarm(alarm, state);
      showAlarm(armed);
      const isLeaving = state === 'armed' && armed.calculatedState === 'disarmed';
      const title = isLeaving
        ? t('armedAlarms.deeds.leaving', { name, count: armed.exitDelayS, shown: formatCount(armed.exitDelayS) })
        : t(`armedAlarms.deeds.${state}`, { name });
      toastSuccess({ title });
    } catch (failure) {
      toastFailure(t('armedAlarms.deeds.failed', { name }), failure);
      void refreshAlarms();
    }
  };
}

/** What people and schedules arm: whether each is armed, who said so, and the button that changes it. */
export function AlarmsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const filters = useSearch({ from: '/shell/organization/alert/alarms/list' });
  const [removed, setRemoved] = useState<ArmedAlarm | null>(null);
  const arm = useArming();
  const pages = useInfiniteQuery({ ...alarmPages(filters), placeholderData: (last) => last });
  const total = pages.data?.pages[0]?.total.value ?? 0;
  const isFiltered = filters.q !== undefined || filters.status !== undefined;
  const isNothingYet = pages.data !== undefined && total === 0 && !isFiltered;
  const go = (change: AlarmFilters): void =>
    void navigate({ to: '/alert/alarms/list', search: { ...filters, ...change }, replace: true });
  const none = isNothingYet ? (
    <EmptyState title={t('armedAlarms.list.emptyTitle')} text={t('armedAlarms.list.emptyText')}>
      <CreateButton />
    </EmptyState>
  ) : (
    <EmptyState title={t('armedAlarms.list.noneTitle')} text={t('armedAlarms.list.noneText')}>
      <Button variant="default" onClick={() => go({ q: undefined, status: undefined })}>
        {t('common.actions.clearFilters')}
      </Button>
    </EmptyState>
  );
  return (
    <div className={classes.page}>
      <PageHeader title={t('armedAlarms.list.title')}>
        <AlertViews />
        <ButtonLink to="/alarm-management" search={{ tab: 'manager' }} variant="default">
          {t('managedAlarms.title')}
        </ButtonLink>
        {!isNothingYet && <CreateButton />}
      </PageHeader>
      {!isNothingYet && (
        <Toolbar end={pages.data && t('armedAlarms.list.total', { count: total, shown: formatCount(total) })}>
          <SearchField
            label={t('armedAlarms.list.search')}
            value={filters.q ?? ''}
            onChange={(text) => go({ q: text === '' ? undefined : text })}
          />
          <ChoiceFilter
            label={t('armedAlarms.list.state')}
            value={filters.status}
            options={states.map((value) => ({ value, label: t(`armedAlarms.state.${value}`) }))}
            onChange={(status) => go({ status: states.find((one) => one === status) })}
          />
        </Toolbar>
      )}
      <div className={classes.list}>
        <ListScreen list={pages} failed={t('armedAlarms.list.failed')} isEmpty={() => total === 0} empty={none}>
          {(data) => (
            <AlarmsTable
              alarms={data.pages.flatMap(({ items }) => items)}
              total={total}
              onArm={(alarm, state) => void arm(alarm, state)}
              onRemove={setRemoved}
              onEndReached={() => {
                if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
              }}
            />
          )}
        </ListScreen>
      </div>
      {removed !== null && <RemoveAlarm alarm={removed} onClose={() => setRemoved(null)} />}
    </div>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ActiveCount } from '../../../features/dispatch-alarms/active-count.tsx';
import { AlarmTables } from '../../../features/dispatch-alarms/tables/alarm-tables.tsx';
import { HistoryTab } from '../../../features/dispatch-alarms/tables/history-tab.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import page from '../../../ui/page/settings-list.module.css';
import { PageTabs } from '../../../ui/tabs/page-tabs.tsx';
import { RefreshAlarms } from './refresh-alarms.tsx';

const Manager = lazy(async () => ({ default: (await import('./manager.tsx')).Manager }));

/** Alarms of the organization and what is done about them: with the monitoring service, and by one's own people. */
export function AlarmManagementPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/organization/alarm-management' });
  const { tab = 'alarms', from, to, site, alarm } = search;
  return (
    <div className={page.page}>
      <PageHeader title={t('shell.nav.alarmManagement')}>
        <ActiveCount />
        <RefreshAlarms tab={tab} />
      </PageHeader>
      <PageTabs
        label={t('dispatchAlarms.tabs.label')}
        value={tab}
        tabs={(['alarms', 'history', 'manager'] as const).map((value) => ({
          value,
          label: t(`dispatchAlarms.tabs.${value}`),
        }))}
        onChange={(next) =>
          void navigate({
            to: '/alarm-management',
            search: { tab: next === 'alarms' ? undefined : next },
            replace: true,
          })
        }
      />
      {tab === 'alarms' && <AlarmTables />}
      {tab === 'history' && (
        <HistoryTab
          filters={{ from, to, site }}
          onChange={(change) =>
            void navigate({ to: '/alarm-management', search: { ...search, ...change }, replace: true })
          }
        />
      )}
      {tab === 'manager' && (
        <Suspense>
          <Manager openId={alarm} />
        </Suspense>
      )}
    </div>
  );
}

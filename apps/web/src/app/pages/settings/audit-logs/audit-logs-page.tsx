import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { filterOf, isNarrowed, rangeOf, type AuditAddress } from '../../../../features/audit/audit-address.ts';
import { AuditExport } from '../../../../features/audit/audit-export.tsx';
import { AuditFilters } from '../../../../features/audit/audit-filters.tsx';
import { ChainState } from '../../../../features/audit/chain-state.tsx';
import { serverNowUtcMs } from '../../../../platform/clock/server-clock.ts';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Toolbar } from '../../../../ui/page/toolbar.tsx';
import { useCommonZone } from '../../use-common-zone.ts';
import { DaysView } from './days-view.tsx';
import { EntriesView } from './entries-view.tsx';

/** Who did what in the organization, and whether the log is whole. */
export function AuditLogsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const address = useSearch({ from: '/shell/organization/settings-area/settings/audit-logs' });
  // Taken once, so that "today" does not ask anew with every moment.
  const [openedAtUtcMs] = useState(serverNowUtcMs);
  const timeZone = useCommonZone();
  const now = { utcMs: openedAtUtcMs, timeZone };
  const filter = filterOf(address, now);
  const change = (part: Partial<AuditAddress>): void =>
    void navigate({ to: '/settings/audit-logs', search: { ...address, ...part }, replace: true });
  return (
    <>
      <PageHeader title={t('audit.page.title')}>
        <SegmentedControl
          aria-label={t('audit.page.view')}
          data={[
            { value: 'entries', label: t('audit.page.entries') },
            { value: 'days', label: t('audit.page.days') },
          ]}
          value={address.view ?? 'entries'}
          onChange={(view) => change({ view: view === 'days' ? 'days' : undefined })}
        />
        <AuditExport filter={filter} />
      </PageHeader>
      <ChainState range={rangeOf(address, now)} timeZone={timeZone} />
      <Toolbar>
        <AuditFilters address={address} onChange={change} />
      </Toolbar>
      {address.view === 'days' ? (
        <DaysView
          timeZone={timeZone}
          filter={filter}
          onOpen={(day, method) => change({ view: undefined, events: method, range: 'own', from: day, to: day })}
        />
      ) : (
        <EntriesView
          timeZone={timeZone}
          filter={filter}
          onClear={
            isNarrowed(address)
              ? () => void navigate({ to: '/settings/audit-logs', search: {}, replace: true })
              : undefined
          }
        />
      )}
    </>
  );
}

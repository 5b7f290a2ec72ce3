import { useTranslation } from 'react-i18next';
import { developerCalls } from '@sightline/contracts/developer/developer.api';
import type { CallAnswer } from '@sightline/contracts/shared/call';
import { useQuery } from '@tanstack/react-query';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { RecentNotices } from '../../../features/edges/notices/recent-notices.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Lead, Section } from '../../../ui/page/section.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isolated, machineText } from './cells.tsx';

const shown = 200;

type Change = CallAnswer<typeof developerCalls.statusChanges>['items'][number];

function StatusChanges({ items }: { items: readonly Change[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return <p>{t('developer.alerts.none')}</p>;
  return (
    <PlainTable
      label={t('developer.alerts.changes')}
      rows={items}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'at',
          header: t('developer.logs.at'),
          cell: ({ atUtcMs }) => isolated(formatTime(atUtcMs, ownZone(), 'full')),
        },
        { id: 'organization', header: t('developer.organization'), cell: ({ organizationName }) => organizationName },
        { id: 'kind', header: machineText('kind'), cell: ({ kind }) => machineText(kind) },
        {
          id: 'name',
          header: t('developer.environment.name'),
          cell: ({ name, entityId }) => name ?? machineText(entityId),
        },
        { id: 'from', header: machineText('from'), cell: ({ from }) => machineText(from) },
        { id: 'to', header: machineText('to'), cell: ({ to }) => machineText(to) },
        { id: 'part', header: machineText('part'), cell: ({ part }) => machineText(part) },
        { id: 'cause', header: machineText('cause'), cell: ({ cause }) => machineText(cause) },
        {
          id: 'isFlapping',
          header: machineText('isFlapping'),
          cell: ({ isFlapping }) => machineText(String(isFlapping)),
        },
      ]}
    />
  );
}

/** What alerts are made of: changes of status in all organizations, and what the cores of this one said about themselves. */
export function CoreAlertsPage() {
  const { t } = useTranslation();
  const query = useQuery(callQuery(developerCalls.statusChanges, {}));
  return (
    <>
      <DeveloperSection title={t('developer.menu.alerts')} query={query}>
        {({ items }) => (
          <Section>
            <Lead>{t('developer.alerts.raw')}</Lead>
            <h2>{t('developer.alerts.changes')}</h2>
            <StatusChanges items={items} />
          </Section>
        )}
      </DeveloperSection>
      <Section title={t('developer.alerts.notices')}>
        <RecentNotices limit={shown} />
      </Section>
    </>
  );
}

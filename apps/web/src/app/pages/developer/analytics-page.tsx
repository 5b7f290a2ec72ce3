import { Button } from '@mantine/core';
import { developerCalls } from '@sightline/contracts/developer/developer.api';
import type { CallAnswer } from '@sightline/contracts/shared/call';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { edgePages } from '../../../features/edges/edge-queries.ts';
import { toApiError } from '../../../platform/api/api-error.ts';
import { callQuery } from '../../../platform/api/client.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Section } from '../../../ui/page/section.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { CameraAnalytics } from './motion/camera-analytics.tsx';
import { isolated, machineText } from './cells.tsx';

type Hours = CallAnswer<typeof developerCalls.analytics>['items'];

function EventHours({ items }: { items: Hours }) {
  const { t } = useTranslation();
  return (
    <Section title={t('developer.analytics.lastDay')}>
      {items.length === 0 ? (
        <p>{t('developer.analytics.noneText')}</p>
      ) : (
        <PlainTable
          label={t('developer.analytics.lastDay')}
          rows={items}
          rowKey={({ hourUtcMs, organizationId, className }) => `${String(hourUtcMs)} ${organizationId} ${className}`}
          columns={[
            {
              id: 'hour',
              header: t('developer.analytics.hour'),
              cell: ({ hourUtcMs }) => isolated(formatTime(hourUtcMs, ownZone(), 'full')),
            },
            {
              id: 'organization',
              header: t('developer.organization'),
              cell: ({ organizationName }) => organizationName,
            },
            { id: 'class', header: t('developer.analytics.class'), cell: ({ className }) => machineText(className) },
            {
              id: 'count',
              header: t('developer.analytics.count'),
              isNumber: true,
              cell: ({ count }) => formatCount(count),
            },
          ]}
        />
      )}
    </Section>
  );
}

/** How the analysis of each camera goes on the cores of this organization, and how many events came in the last day in all of them. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const query = useQuery(callQuery(developerCalls.analytics, {}));
  const edges = useInfiniteQuery(edgePages());
  const cores = edges.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <DeveloperSection title={t('developer.menu.analytics')} query={query}>
        {({ items }) => <EventHours items={items} />}
      </DeveloperSection>
      {edges.error !== null && (
        <Section>
          <p>{t(`errors.${toApiError(edges.error).code}`)}</p>
        </Section>
      )}
      {cores.map((edge) => (
        <Section title={t('developer.analytics.now', { name: edge.name })} key={edge.id}>
          <CameraAnalytics edge={edge} />
        </Section>
      ))}
      {edges.hasNextPage && (
        <Button variant="default" loading={edges.isFetchingNextPage} onClick={() => void edges.fetchNextPage()}>
          {t('developer.analytics.more', {
            shown: formatCount(cores.length),
            total: formatCount(edges.data?.pages[0]?.total.value ?? 0),
          })}
        </Button>
      )}
    </>
  );
}

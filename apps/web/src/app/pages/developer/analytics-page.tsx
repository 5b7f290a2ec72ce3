import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isolated, machineText } from './cells.tsx';

/** How many events came in the last day, by hour, class and organization. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const query = useQuery(callQuery(developerCalls.analytics, {}));
  return (
    <DeveloperSection title={t('developer.menu.analytics')} query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('developer.analytics.none')} text={t('developer.analytics.noneText')} />
        ) : (
          <PlainTable
            label={t('developer.menu.analytics')}
            rows={items}
            rowKey={({ hourUtcMs, organizationId, className }) => `${String(hourUtcMs)} ${organizationId} ${className}`}
            columns={[
              { id: 'hour', header: t('developer.analytics.hour'), cell: ({ hourUtcMs }) => isolated(formatTime(hourUtcMs, ownZone(), 'full')) },
              { id: 'organization', header: t('developer.organization'), cell: ({ organizationName }) => organizationName },
              { id: 'class', header: t('developer.analytics.class'), cell: ({ className }) => machineText(className) },
              { id: 'count', header: t('developer.analytics.count'), isNumber: true, cell: ({ count }) => formatCount(count) },
            ]}
          />
        )
      }
    </DeveloperSection>
  );
}

import { developerCalls } from '@sightline/contracts/developer/developer.api';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { DeveloperSection } from '../../../features/developer/developer-section.tsx';
import { callQuery } from '../../../platform/api/client.ts';
import { serverTimeOf } from '../../../platform/clock/server-clock.ts';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { edgeStateCell, machineText } from './cells.tsx';

/** When each core of the installation was heard last, the longest silent first. */
export function HeartbeatsPage() {
  const { t } = useTranslation();
  const query = useQuery(callQuery(developerCalls.heartbeats, {}));
  // It is read when asked: a silence that grew by itself until then would be one of cores that are heard.
  const readAtUtcMs = serverTimeOf(query.dataUpdatedAt);
  return (
    <DeveloperSection title={t('developer.menu.heartbeats')} query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState title={t('developer.heartbeats.none')} text={t('developer.heartbeats.noneText')} />
        ) : (
          <PlainTable
            label={t('developer.menu.heartbeats')}
            rows={items}
            rowKey={({ edgeId }) => edgeId}
            columns={[
              { id: 'core', header: t('developer.heartbeats.core'), cell: ({ name }) => name },
              {
                id: 'organization',
                header: t('developer.organization'),
                cell: ({ organizationName }) => organizationName,
              },
              {
                id: 'state',
                header: t('developer.heartbeats.state'),
                cell: ({ state }) => edgeStateCell(state),
              },
              {
                id: 'silent',
                header: t('developer.heartbeats.silent'),
                isNumber: true,
                cell: ({ lastSeenAt }) =>
                  lastSeenAt === null
                    ? t('developer.heartbeats.never')
                    : formatDuration(Math.max(0, readAtUtcMs - lastSeenAt)),
              },
              {
                id: 'clock',
                header: t('developer.heartbeats.clock'),
                isNumber: true,
                cell: ({ clockOffsetMs }) =>
                  machineText(clockOffsetMs === null ? null : `${String(Math.round(clockOffsetMs))} ms`),
              },
              { id: 'version', header: t('developer.heartbeats.version'), cell: ({ version }) => machineText(version) },
            ]}
          />
        )
      }
    </DeveloperSection>
  );
}

import { Button } from '@mantine/core';
import type { UnsyncedEdge } from '@sightline/contracts/sync-operations/sync-operation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../platform/time/own-zone.ts';
import { FormActions } from '../../ui/forms/form.tsx';
import { Section } from '../../ui/page/section.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { unsyncedEdges, type UnsyncedFilters } from './sync-queries.ts';
import { useQueueUpdates } from './use-queue-updates.ts';

/** Cores that are not in sync, and why; each leads to its queue. */
export function UnsyncedEdges({ filters }: { filters: UnsyncedFilters }) {
  const { t } = useTranslation();
  useQueueUpdates();
  const edges = useInfiniteQuery(unsyncedEdges(filters));
  return (
    <ListScreen
      list={edges}
      failed={t('syncOperations.failed.unsynced')}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={<EmptyState title={t('syncOperations.unsynced.none')} text={t('syncOperations.unsynced.noneHint')} />}
    >
      {({ pages }) => (
        <Section>
          <UnsyncedTable rows={pages.flatMap(({ items }) => items)} />
          {edges.hasNextPage && (
            <FormActions>
              <Button variant="default" loading={edges.isFetchingNextPage} onClick={() => void edges.fetchNextPage()}>
                {t('syncOperations.more')}
              </Button>
            </FormActions>
          )}
        </Section>
      )}
    </ListScreen>
  );
}

const columnsOf = (t: TFunction) => [
  {
    id: 'name',
    header: t('syncOperations.unsynced.core'),
    cell: ({ edgeId, name }: UnsyncedEdge) => (
      <Link to="/edge-edit/$edgeId" params={{ edgeId }} search={{ tab: 'sync' }}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'site',
    header: t('syncOperations.unsynced.site'),
    cell: ({ locationName }: UnsyncedEdge) => <bdi>{locationName}</bdi>,
  },
  {
    id: 'state',
    header: t('syncOperations.unsynced.link'),
    cell: ({ state }: UnsyncedEdge) => t(`edges.label.${state}`),
  },
  {
    id: 'reason',
    header: t('syncOperations.unsynced.reason'),
    cell: ({ reason, uncommitted }: UnsyncedEdge) =>
      reason === 'content'
        ? t('syncOperations.unsynced.content')
        : t('syncOperations.unsynced.waiting', { count: uncommitted }),
  },
  {
    id: 'since',
    header: t('syncOperations.unsynced.since'),
    cell: ({ oldestAtUtcMs }: UnsyncedEdge) =>
      oldestAtUtcMs === null ? '–' : <Moment utcMs={oldestAtUtcMs} timeZone={ownZone()} to="time" />,
  },
];

function UnsyncedTable({ rows }: { rows: readonly UnsyncedEdge[] }) {
  const { t } = useTranslation();
  return (
    <PlainTable
      label={t('syncOperations.unsynced.title')}
      columns={columnsOf(t)}
      rows={rows}
      rowKey={({ edgeId }) => edgeId}
    />
  );
}

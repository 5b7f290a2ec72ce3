import type { Camera } from '@sightline/contracts/cameras/camera';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { ListScreen } from '../../ui/states/list-screen.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { cameraPages, type CameraFilters } from './camera-queries.ts';
import { CameraStatusLabel } from './camera-status-label.tsx';
import { useStatusText } from './use-status-text.ts';
import classes from './cameras-table.module.css';

interface CamerasTableProps {
  filters: CameraFilters;
  /** Shown when nothing matches. */
  noResults: ReactNode;
}

/** What a list of cameras says of each. */
export const useCameraColumns = (): Column<Camera>[] => {
  const { t } = useTranslation();
  const statusText = useStatusText();
  return [
    {
      id: 'name',
      header: t('cameras.list.name'),
      track: 'minmax(160px, 2fr)',
      phone: 'title',
      cell: (camera) => (
        <Link to="/camera/$cameraId" params={{ cameraId: camera.id }} className={classes.name} dir="auto">
          {camera.name}
        </Link>
      ),
    },
    {
      id: 'status',
      header: t('cameras.list.status'),
      track: 'minmax(220px, 3fr)',
      phone: 'end',
      cell: (camera) => {
        const { since, cause } = statusText(camera.status, camera.timeZone);
        return (
          <Row as="span" align="center" gap={8} className={classes.status} title={`${since}. ${cause}`}>
            <CameraStatusLabel cameraId={camera.id} status={camera.status} />
            <span className={classes.cause}>{cause}</span>
          </Row>
        );
      },
    },
    {
      id: 'core',
      header: t('cameras.list.core'),
      track: 'minmax(96px, 1fr)',
      cell: ({ edgeId, edgeName }) => (
        <Link to="/edge-edit/$edgeId" params={{ edgeId }} className={classes.quiet} dir="auto">
          {edgeName}
        </Link>
      ),
    },
    {
      id: 'site',
      header: t('cameras.list.site'),
      track: 'minmax(96px, 1fr)',
      phone: 'second',
      cell: ({ locationName }) => locationName,
    },
    {
      id: 'recording',
      header: t('cameras.list.recording'),
      track: 'minmax(96px, 1fr)',
      cell: ({ recordingMode }) => t(`cameras.recordingMode.${recordingMode}`),
    },
    {
      id: 'retention',
      header: t('cameras.list.retention'),
      track: '88px',
      cell: ({ retentionDays }) => t('cameras.list.days', { count: retentionDays }),
    },
  ];
};

/** All cameras that match, as a table that loads further rows while one scrolls. */
export function CamerasTable({ filters, noResults }: CamerasTableProps) {
  const { t } = useTranslation();
  const columns = useCameraColumns();
  const pages = useInfiniteQuery(cameraPages(filters));
  const loadMore = (): void => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
  };
  return (
    <ListScreen
      list={pages}
      failed={t('cameras.list.failed')}
      stillWorks={t('shell.offline.detail')}
      isEmpty={(data) => data.pages.every(({ items }) => items.length === 0)}
      empty={noResults}
    >
      {(data) => {
        const rows = data.pages.flatMap(({ items }) => items);
        return (
          <DataTable
            label={t('cameras.list.label')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            total={data.pages[0]?.total.value ?? rows.length}
            onEndReached={loadMore}
          />
        );
      }}
    </ListScreen>
  );
}

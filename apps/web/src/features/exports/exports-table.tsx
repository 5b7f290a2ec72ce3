import { VisuallyHidden } from '@mantine/core';
import type { FootageExport } from '@sightline/contracts/exports/export';
import { IconClockExclamation } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatBytes, formatDuration } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { ExportActions } from './export-actions.tsx';
import { ExportState } from './export-state.tsx';
import { Fingerprint } from './fingerprint.tsx';
import classes from './exports.module.css';

interface ExportsTableProps {
  items: readonly FootageExport[];
  total: number;
  onEndReached: () => void;
}

const useColumns = (): Column<FootageExport>[] => {
  const { t } = useTranslation();
  return [
    {
      id: 'camera',
      header: t('exports.list.camera'),
      track: 'minmax(140px, 2fr)',
      phone: 'title',
      cell: (item) => (
        <Link
          to="/camera/$cameraId"
          params={{ cameraId: item.cameraId }}
          search={{ at: String(item.fromUtcMs) }}
          className={classes.cameraLink}
        >
          {item.cameraName}
        </Link>
      ),
    },
    {
      id: 'range',
      header: t('exports.list.range'),
      track: 'minmax(232px, 3fr)',
      phone: 'second',
      cell: ({ fromUtcMs, toUtcMs, timeZone, uncertain }) => (
        <>
          <Moment utcMs={fromUtcMs} timeZone={timeZone} />
          {uncertain.length > 0 && <UncertainTime />}
          <span className={classes.facts}> · {formatDuration(toUtcMs - fromUtcMs)}</span>
        </>
      ),
    },
    {
      id: 'state',
      header: t('exports.list.state'),
      track: 'minmax(176px, 2fr)',
      cell: (item) => <ExportState item={item} />,
    },
    {
      id: 'size',
      header: t('exports.list.size'),
      track: '120px',
      cell: ({ bytes, gaps }) => (
        <>
          {bytes !== null && <bdi dir="ltr">{formatBytes(bytes)}</bdi>}
          {gaps.length > 0 && (
            <span className={classes.facts}> · {t('exports.list.gaps', { count: gaps.length })}</span>
          )}
        </>
      ),
    },
    {
      id: 'sha',
      header: t('exports.list.fingerprint'),
      track: '148px',
      cell: ({ sha256 }) => sha256 !== null && <Fingerprint sha256={sha256} isShort />,
    },
    {
      id: 'created',
      header: t('exports.list.created'),
      track: '180px',
      cell: ({ createdAt, timeZone }) => formatTime(createdAt, timeZone, 'full'),
    },
    {
      id: 'actions',
      header: <VisuallyHidden>{t('common.words.actions')}</VisuallyHidden>,
      track: '112px',
      phone: 'end',
      cell: (item) => <ExportActions item={item} />,
    },
  ];
};

/** Right behind the time that it is about, where a narrow column cuts nothing off. */
function UncertainTime() {
  const { t } = useTranslation();
  return (
    <span className={classes.uncertain} data-testid="export-uncertain">
      <IconClockExclamation size={14} stroke={1.75} aria-hidden />
      {t('exports.list.uncertain')}
    </span>
  );
}

/** Exports, newest first, with times in the zone of each camera's site. */
export function ExportsTable({ items, total, onEndReached }: ExportsTableProps) {
  const { t } = useTranslation();
  const columns = useColumns();
  return (
    <DataTable
      label={t('exports.list.title')}
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}

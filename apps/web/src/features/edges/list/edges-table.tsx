import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import { edgeLevels, shownEdge } from '../edge-state-level.ts';
import type { EdgeRow } from './edge-rows.ts';
import classes from './edges-table.module.css';

const againMs = 30_000;

/** Link of a core in words, with since when where that is known. */
function EdgeState({ edge, nowUtcMs }: Pick<EdgeRow, 'edge'> & { nowUtcMs: number }) {
  const { t } = useTranslation();
  const { state, sinceUtcMs } = shownEdge(edge);
  const time = sinceUtcMs === null ? null : formatSince(sinceUtcMs, nowUtcMs, edge.timeZone);
  return (
    <StatusLabel level={edgeLevels[state]}>
      {time === null ? t(`edges.label.${state}`) : t(`edges.since.${state}`, { time })}
    </StatusLabel>
  );
}

/** Whether a core holds what it should; one that does not leads to what waits for it. */
function EdgeSyncCell({ edge, sync }: Pick<EdgeRow, 'edge' | 'sync'>) {
  const { t } = useTranslation();
  if (sync === 'none') return '–';
  if (sync === 'in') return t('edges.facts.inSync');
  return (
    <Link to="/edge-edit/$edgeId" params={{ edgeId: edge.id }} search={{ tab: 'sync' }} className={classes.name}>
      <StatusLabel level="warn">{t('edges.facts.notInSync')}</StatusLabel>
    </Link>
  );
}

const useEdgeColumns = (): Column<EdgeRow>[] => {
  const { t } = useTranslation();
  const nowUtcMs = useNow(againMs);
  return [
    {
      id: 'name',
      header: t('edges.list.core'),
      track: 'minmax(160px, 2fr)',
      phone: 'title',
      cell: ({ edge }) => (
        <Link to="/edge-edit/$edgeId" params={{ edgeId: edge.id }} className={classes.name} dir="auto">
          {edge.name}
        </Link>
      ),
    },
    {
      id: 'state',
      header: t('edges.facts.state'),
      track: 'minmax(180px, 2fr)',
      phone: 'end',
      cell: (row) => <EdgeState {...row} nowUtcMs={nowUtcMs} />,
    },
    {
      id: 'sync',
      header: t('edges.facts.sync'),
      track: 'minmax(140px, 1fr)',
      phone: 'second',
      cell: (row) => <EdgeSyncCell {...row} />,
    },
    {
      id: 'site',
      header: t('edges.form.site'),
      track: 'minmax(120px, 2fr)',
      cell: ({ site }) => <bdi>{site?.name ?? '–'}</bdi>,
    },
    {
      id: 'version',
      header: t('edges.facts.version'),
      track: 'minmax(96px, 1fr)',
      cell: ({ edge }) => <bdi dir="ltr">{edge.version ?? '–'}</bdi>,
    },
    {
      id: 'cameras',
      header: t('edges.list.cameras'),
      track: '96px',
      cell: ({ edge }) =>
        edge.cameraCount === 0 ? (
          formatCount(0)
        ) : (
          <Link to="/location/list" search={{ core: edge.id }} className={classes.name}>
            {formatCount(edge.cameraCount)}
          </Link>
        ),
    },
  ];
};

/** Cores with their link, whether they are in sync, where they are and what they hold. */
export function EdgesTable({ rows }: { rows: readonly EdgeRow[] }) {
  const { t } = useTranslation();
  const columns = useEdgeColumns();
  return (
    <DataTable
      label={t('edges.list.title')}
      columns={columns}
      rows={rows}
      rowKey={({ edge }) => edge.id}
      total={rows.length}
    />
  );
}

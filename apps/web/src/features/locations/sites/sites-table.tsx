import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { ShownLabel } from '../../../ui/status/shown-label.tsx';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import type { SiteRow } from './site-rows.ts';
import type { SiteSort } from './site-sorts.ts';
import classes from './sites-table.module.css';

interface SitesTableProps {
  rows: readonly SiteRow[];
  sort: SiteSort;
  isDescending: boolean;
  onSort: (sort: SiteSort) => void;
}

/** What the table says of each site. */
const useSiteColumns = ({ sort, isDescending, onSort }: Omit<SitesTableProps, 'rows'>): Column<SiteRow>[] => {
  const { t } = useTranslation();
  const sorting = (column: SiteSort): Pick<Column<SiteRow>, 'sort'> => ({
    sort: {
      state: sort === column ? (isDescending ? 'descending' : 'ascending') : 'none',
      onSort: () => onSort(column),
    },
  });
  return [
    {
      id: 'name',
      header: t('locations.list.name'),
      track: 'minmax(200px, 3fr)',
      phone: 'title',
      ...sorting('name'),
      cell: ({ location, above }) => (
        <Row as="span" align="baseline" gap={8} className={classes.names}>
          <Link to="/location/home" search={{ site: location.id }} className={classes.name}>
            {location.name}
          </Link>
          {above.length > 0 && <span className={classes.above}>{above.join(' / ')}</span>}
        </Row>
      ),
    },
    {
      id: 'status',
      header: t('locations.list.status'),
      track: 'minmax(120px, 1fr)',
      phone: 'end',
      ...sorting('status'),
      cell: ({ location }) => location.status !== null && <ShownLabel status={location.status} of="site" />,
    },
    {
      id: 'cameras',
      header: t('locations.list.cameras'),
      track: '96px',
      ...sorting('cameras'),
      cell: ({ location, cameraTotal }) =>
        cameraTotal === 0 ? (
          formatCount(0)
        ) : (
          <Link to="/location/list" search={{ site: location.id }} className={classes.name}>
            {formatCount(cameraTotal)}
          </Link>
        ),
    },
    {
      id: 'cores',
      header: t('locations.list.cores'),
      track: '112px',
      ...sorting('cores'),
      cell: ({ coresTotal, coresOnline }) =>
        coresTotal > 0 && <bdi dir="ltr">{`${formatCount(coresOnline)} / ${formatCount(coresTotal)}`}</bdi>,
    },
    {
      id: 'address',
      header: t('locations.list.address'),
      track: 'minmax(120px, 2fr)',
      phone: 'second',
      ...sorting('address'),
      cell: ({ address }) => address,
    },
  ];
};

/** Sites with their state, what is at them and below, and where they are. */
export function SitesTable({ rows, ...order }: SitesTableProps) {
  const { t } = useTranslation();
  const columns = useSiteColumns(order);
  return (
    <DataTable
      label={t('locations.list.label')}
      columns={columns}
      rows={rows}
      rowKey={({ location }) => location.id}
      total={rows.length}
    />
  );
}

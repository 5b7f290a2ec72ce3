import type { Delivery } from '@sightline/contracts/webhooks/webhook';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { kindName, outcomeOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

const columnsOf = (t: TFunction, onOpen: (id: string) => void): Column<Delivery>[] => [
  {
    id: 'kind',
    header: t('webhooks.log.message'),
    track: 'minmax(140px, 1.4fr)',
    phone: 'title',
    cell: (delivery) => (
      <button type="button" className={classes.open} onClick={() => onOpen(delivery.id)}>
        {kindName(t, delivery)}
      </button>
    ),
  },
  {
    id: 'state',
    header: t('webhooks.log.state'),
    track: 'minmax(160px, 1.4fr)',
    phone: 'second',
    cell: (delivery) => <DeliveryState delivery={delivery} />,
  },
  {
    id: 'made',
    header: t('webhooks.log.created'),
    track: 'minmax(160px, 1fr)',
    phone: 'end',
    cell: ({ createdUtcMs }) => <Moment utcMs={createdUtcMs} timeZone={ownZone()} />,
  },
  {
    id: 'answer',
    header: t('webhooks.log.result'),
    track: 'minmax(140px, 1.4fr)',
    cell: ({ last }) => (last === null ? null : outcomeOf(t, last)),
  },
  {
    id: 'duration',
    header: t('webhooks.log.duration'),
    track: '96px',
    cell: ({ last }) => last && <bdi dir="ltr">{t('webhooks.log.ms', { ms: formatCount(last.durationMs) })}</bdi>,
  },
  {
    id: 'tries',
    header: t('webhooks.log.tries'),
    track: '72px',
    cell: ({ tries }) => formatCount(tries),
  },
];

interface DeliveriesTableProps {
  deliveries: readonly Delivery[];
  total: number;
  onOpen: (id: string) => void;
  onEndReached: () => void;
}

/** Messages with what became of them. */
export function DeliveriesTable({ deliveries, total, onOpen, onEndReached }: DeliveriesTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('webhooks.log.title')}
      columns={columnsOf(t, onOpen)}
      rows={deliveries}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}

import { ActionIcon } from '@mantine/core';
import type { Webhook } from '@sightline/contracts/webhooks/webhook';
import { IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ownZone } from '../../platform/time/own-zone.ts';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { WebhookState } from './webhook-state.tsx';
import { kindNames } from './webhook-words.ts';
import classes from './webhooks.module.css';

const columnsOf = (t: TFunction, onRemove: (webhook: Webhook) => void): Column<Webhook>[] => [
  {
    id: 'name',
    header: t('webhooks.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, name, url }) => (
      <span className={classes.two}>
        <Link to="/settings/integrations/webhooks/$webhookId" params={{ webhookId: id }} className={classes.name}>
          <bdi>{name}</bdi>
        </Link>
        <span dir="ltr" className={classes.quiet}>
          {new URL(url).host}
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: t('webhooks.list.state'),
    track: 'minmax(160px, 1.4fr)',
    phone: 'second',
    cell: (webhook) => <WebhookState webhook={webhook} />,
  },
  {
    id: 'kinds',
    header: t('webhooks.list.kinds'),
    track: 'minmax(140px, 2fr)',
    cell: ({ messageKinds }) => <span title={kindNames(t, messageKinds)}>{kindNames(t, messageKinds)}</span>,
  },
  {
    id: 'last',
    header: t('webhooks.list.last'),
    track: 'minmax(140px, 1fr)',
    cell: ({ lastDeliveredUtcMs }) =>
      lastDeliveredUtcMs === null ? (
        t('webhooks.list.never')
      ) : (
        <Moment utcMs={lastDeliveredUtcMs} timeZone={ownZone()} to="time" />
      ),
  },
  {
    id: 'dead',
    header: t('webhooks.list.dead'),
    track: '112px',
    cell: ({ deadCount }) => formatCount(deadCount),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('webhooks.list.actions')}</span>,
    track: '36px',
    phone: 'end',
    cell: (webhook) => (
      <ActionIcon
        size={28}
        aria-label={t('webhooks.remove.of', { name: webhook.name })}
        onClick={() => onRemove(webhook)}
      >
        <IconTrash size={18} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    ),
  },
];

interface WebhooksTableProps {
  webhooks: readonly Webhook[];
  onRemove: (webhook: Webhook) => void;
}

/** Webhooks with how they fare. */
export function WebhooksTable({ webhooks, onRemove }: WebhooksTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('webhooks.list.title')}
      columns={columnsOf(t, onRemove)}
      rows={webhooks}
      rowKey={({ id }) => id}
      total={webhooks.length}
    />
  );
}

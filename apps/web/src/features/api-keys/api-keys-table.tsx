import { ActionIcon } from '@mantine/core';
import type { ApiKey } from '@sightline/contracts/api-keys/api-key';
import { IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ownZone } from '../../platform/time/own-zone.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { Moment } from '../../ui/time/moment.tsx';
import { scopeNames } from './scope-names.ts';
import classes from './api-keys.module.css';

function Expiry({ apiKey: { expiresAt, isExpired } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  if (expiresAt === null) return t('apiKeys.list.never');
  if (isExpired)
    return (
      <StatusLabel level="bad">
        {t('apiKeys.list.expired')} <Moment utcMs={expiresAt} timeZone={ownZone()} to="time" />
      </StatusLabel>
    );
  return <Moment utcMs={expiresAt} timeZone={ownZone()} to="time" />;
}

const columnsOf = (t: TFunction, onRemove: (apiKey: ApiKey) => void): Column<ApiKey>[] => [
  {
    id: 'name',
    header: t('apiKeys.list.name'),
    track: 'minmax(140px, 2fr)',
    phone: 'title',
    cell: ({ name, prefix }) => (
      <span className={classes.name}>
        <bdi>{name}</bdi>
        <code dir="ltr" className={classes.prefix}>
          {prefix}…
        </code>
      </span>
    ),
  },
  {
    id: 'scopes',
    header: t('apiKeys.list.scopes'),
    track: 'minmax(120px, 2fr)',
    cell: ({ scopes }) => <span title={scopeNames(t, scopes)}>{scopeNames(t, scopes)}</span>,
  },
  {
    id: 'made',
    header: t('apiKeys.list.made'),
    track: 'minmax(150px, 1fr)',
    cell: ({ timestamp, createdBy }) => (
      <span className={classes.name}>
        <span>
          <Moment utcMs={timestamp} timeZone={ownZone()} to="time" />
        </span>
        {createdBy !== null && <bdi className={classes.prefix}>{createdBy.name}</bdi>}
      </span>
    ),
  },
  {
    id: 'used',
    header: t('apiKeys.list.used'),
    track: 'minmax(150px, 1fr)',
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t('apiKeys.list.unused') : <Moment utcMs={lastUsedAt} timeZone={ownZone()} to="time" />,
  },
  {
    id: 'expires',
    header: t('apiKeys.list.expires'),
    track: 'minmax(150px, 1.2fr)',
    phone: 'second',
    cell: (apiKey) => <Expiry apiKey={apiKey} />,
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('apiKeys.list.actions')}</span>,
    track: '36px',
    phone: 'end',
    cell: (apiKey) => (
      <ActionIcon size={28} aria-label={t('apiKeys.revoke.of', { name: apiKey.name })} onClick={() => onRemove(apiKey)}>
        <IconTrash size={18} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    ),
  },
];

/** Keys of one page. */
export function ApiKeysTable({
  apiKeys,
  onRemove,
}: {
  apiKeys: readonly ApiKey[];
  onRemove: (apiKey: ApiKey) => void;
}) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('apiKeys.page.title')}
      columns={columnsOf(t, onRemove)}
      rows={apiKeys}
      rowKey={({ id }) => id}
      total={apiKeys.length}
    />
  );
}

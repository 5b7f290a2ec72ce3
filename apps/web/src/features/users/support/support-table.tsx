import { Menu } from '@mantine/core';
import type { SupportOrganization } from '@sightline/contracts/users/user';
import { useTranslation } from 'react-i18next';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';
import { MomentText } from '../moment-text.tsx';
import { actionsColumn, groupsColumn, nameColumn } from '../people-columns.tsx';
import classes from '../users.module.css';

/** What can be done with a helping organization. */
export type SupportDeed = 'change' | 'effective' | 'end';

interface SupportTableProps {
  organizations: readonly SupportOrganization[];
  onDeed: (deed: SupportDeed, organization: SupportOrganization) => void;
}

const useColumns = (onDeed: SupportTableProps['onDeed']): Column<SupportOrganization>[] => {
  const { t } = useTranslation();
  return [
    nameColumn(t, ({ name, color }) => (
      <>
        <span className={classes.tint} style={{ background: color }} aria-hidden="true" />
        <bdi>{name}</bdi>
      </>
    )),
    {
      id: 'state',
      header: t('users.support.state'),
      track: '120px',
      cell: ({ isExpired }) => (
        <StatusLabel level={isExpired ? 'idle' : 'ok'}>
          {t(isExpired ? 'users.support.expired' : 'users.support.active')}
        </StatusLabel>
      ),
    },
    {
      id: 'until',
      header: t('users.support.until'),
      track: '184px',
      phone: 'second',
      cell: ({ accessUntil, isExpired }) => (
        <>
          {isExpired && `${t('users.support.expired')} · `}
          <MomentText utcMs={accessUntil} />
        </>
      ),
    },
    groupsColumn(t),
    actionsColumn(t, (organization) => (
      <>
        <Menu.Item onClick={() => onDeed('change', organization)}>{t('users.support.change')}</Menu.Item>
        <Menu.Item onClick={() => onDeed('effective', organization)}>{t('users.effective.action')}</Menu.Item>
        <Menu.Item onClick={() => onDeed('end', organization)}>{t('users.support.end')}</Menu.Item>
      </>
    )),
  ];
};

/** Organizations whose people may help here, also those whose time is over. */
export function SupportTable({ organizations, onDeed }: SupportTableProps) {
  const { t } = useTranslation();
  const columns = useColumns(onDeed);
  return (
    <DataTable
      label={t('users.support.label')}
      columns={columns}
      rows={organizations}
      rowKey={({ id }) => id}
      total={organizations.length}
    />
  );
}

import { ActionIcon, Menu, VisuallyHidden } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { groupName } from '../../platform/i18n/fixed-names.ts';
import type { Column } from '../../ui/table/data-table.tsx';

interface InGroups {
  name: string;
  groups: readonly { name: string }[];
}

/** The first column of people and of organizations. */
export const nameColumn = <Row extends InGroups>(t: TFunction, cell: (row: Row) => ReactNode): Column<Row> => ({
  id: 'name',
  header: t('users.list.name'),
  track: 'minmax(140px, 2fr)',
  phone: 'title',
  cell,
});

/** The permission groups by name; all of them are read where the column is too narrow. */
export const groupsColumn = <Row extends InGroups>(t: TFunction): Column<Row> => ({
  id: 'groups',
  header: t('users.list.groups'),
  track: 'minmax(120px, 2fr)',
  cell: ({ groups }) => {
    const names = groups.map(({ name }) => groupName(t, name)).join(', ');
    return names === '' ? t('users.list.noGroups') : <bdi title={names}>{names}</bdi>;
  },
});

/** What can be done with the row, as the items of a menu at its end. */
export const actionsColumn = <Row extends InGroups>(t: TFunction, items: (row: Row) => ReactNode): Column<Row> => ({
  id: 'actions',
  header: <VisuallyHidden>{t('common.words.actions')}</VisuallyHidden>,
  track: '36px',
  phone: 'end',
  cell: (row) => <RowMenu name={row.name}>{items(row)}</RowMenu>,
});

function RowMenu({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('users.actions.of', { name })}>
          <IconDots size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

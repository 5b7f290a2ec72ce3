import { ActionIcon } from '@mantine/core';
import type { OrgVariable } from '@sightline/contracts/org-variables/org-variable';
import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import type { Chosen } from '../../ui/chosen/use-chosen.ts';
import { withChoice } from '../../ui/chosen/with-choice.tsx';
import type { ListedRows } from '../../ui/page/list-page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import { ShownValue, TypeChip } from './shown-value.tsx';
import classes from './variables.module.css';

interface VariableDeeds {
  onEdit: (variable: OrgVariable) => void;
  onHistory: (variable: OrgVariable) => void;
  onRemove: (variable: OrgVariable) => void;
}

const deeds = [
  { key: 'history', icon: IconHistory, does: 'onHistory' },
  { key: 'edit', icon: IconPencil, does: 'onEdit' },
  { key: 'remove', icon: IconTrash, does: 'onRemove' },
] as const;

const columnsOf = (t: TFunction, on: VariableDeeds): Column<OrgVariable>[] => [
  {
    id: 'name',
    header: t('orgVariables.list.name'),
    track: 'minmax(140px, 2fr)',
    phone: 'title',
    cell: ({ name }) => <bdi title={name}>{name}</bdi>,
  },
  {
    id: 'type',
    header: t('orgVariables.list.type'),
    track: '120px',
    cell: ({ type }) => <TypeChip type={type} />,
  },
  {
    id: 'value',
    header: t('orgVariables.list.value'),
    track: 'minmax(160px, 3fr)',
    phone: 'second',
    cell: (variable) => <ShownValue {...variable} />,
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('orgVariables.list.actions')}</span>,
    track: '100px',
    phone: 'side',
    cell: (variable) => (
      <Row gap={8} justify="end">
        {deeds.map(({ key, icon: Icon, does }) => (
          <ActionIcon
            key={key}
            size={28}
            aria-label={t(`orgVariables.${key}.of`, { name: variable.name })}
            onClick={() => on[does](variable)}
          >
            <Icon size={16} stroke={1.6} aria-hidden="true" />
          </ActionIcon>
        ))}
      </Row>
    ),
  },
];

/** Variables with what they hold. */
export function VariablesTable({
  rows,
  total,
  onEndReached,
  chosen,
  ...on
}: ListedRows<OrgVariable> & VariableDeeds & { chosen: Chosen<OrgVariable> }) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('orgVariables.list.title')}
      columns={withChoice(columnsOf(t, on), chosen)}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}

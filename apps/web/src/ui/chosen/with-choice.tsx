import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../layout/row.tsx';
import type { Column } from '../table/data-table.tsx';
import type { Chosen } from './use-chosen.ts';
import classes from './chosen.module.css';

/** Chooses one row or card. */
export function ChooseBox<T extends { name: string }>(props: { row: T; chosen: Chosen<T>; isForFinger?: boolean }) {
  const { row, chosen, isForFinger = false } = props;
  const { t } = useTranslation();
  return (
    <Checkbox
      size={isForFinger ? 'md' : 'xs'}
      radius={4}
      aria-label={t('common.chosen.one', { name: row.name })}
      checked={chosen.has(row)}
      onChange={() => chosen.toggle(row)}
    />
  );
}

/** Chooses all that is loaded. */
export function ChooseAll({ chosen }: { chosen: Pick<Chosen<unknown>, 'list' | 'isAll' | 'toggleAll'> }) {
  const { t } = useTranslation();
  return (
    <Checkbox
      size="xs"
      radius={4}
      aria-label={t('common.chosen.all')}
      checked={chosen.isAll}
      indeterminate={!chosen.isAll && chosen.list.length > 0}
      onChange={chosen.toggleAll}
    />
  );
}

/** Head of the column with the boxes; its name is for whoever hears the table. */
export function ChooseHead({ chosen }: { chosen: Pick<Chosen<unknown>, 'list' | 'isAll' | 'toggleAll'> }) {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes.unseen}>{t('common.chosen.column')}</span>
      <ChooseAll chosen={chosen} />
    </>
  );
}

/** What is shown in the title of a row on phones, where the column with the boxes has no room: the box beside it. */
export const besideBox = (box: ReactNode, title: ReactNode) => (
  <Row as="span" inline align="center" gap={12}>
    <span className={classes.onPhone}>{box}</span>
    {title}
  </Row>
);

/** Columns of a table whose rows can be chosen. */
export const withChoice = <T extends { name: string }>(
  columns: readonly Column<T>[],
  chosen: Chosen<T>,
): Column<T>[] => [
  {
    id: 'choose',
    header: <ChooseHead chosen={chosen} />,
    track: '20px',
    cell: (row) => <ChooseBox row={row} chosen={chosen} />,
  },
  ...columns.map((column) =>
    column.phone === 'title'
      ? {
          ...column,
          cell: (row: T) => besideBox(<ChooseBox row={row} chosen={chosen} isForFinger />, column.cell(row)),
        }
      : column,
  ),
];

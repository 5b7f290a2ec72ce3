import { ActionIcon } from '@mantine/core';
import type { EventTag } from '@sightline/contracts/event-tags/event-tag';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import type { Chosen } from '../../ui/chosen/use-chosen.ts';
import { withChoice } from '../../ui/chosen/with-choice.tsx';
import type { ListedRows } from '../../ui/page/list-page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import classes from './event-tags.module.css';

const columnsOf = (
  t: TFunction,
  on: { edit: (tag: EventTag) => void; remove: (tag: EventTag) => void },
): Column<EventTag>[] => [
  {
    id: 'name',
    header: t('eventTags.list.name'),
    track: 'minmax(160px, 2fr)',
    phone: 'title',
    cell: ({ id, name }) => (
      <Link to="/database/event-types/edit/$eventTagId" params={{ eventTagId: id }} className={classes.name}>
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  {
    id: 'id',
    header: t('eventTags.list.id'),
    track: 'minmax(200px, 2fr)',
    phone: 'second',
    cell: ({ id }) => (
      <bdi dir="ltr" translate="no" className={classes.id}>
        {id}
      </bdi>
    ),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('eventTags.list.actions')}</span>,
    track: '64px',
    phone: 'side',
    cell: (tag) => (
      <Row gap={8} justify="end">
        <ActionIcon size={28} aria-label={t('eventTags.edit.of', { name: tag.name })} onClick={() => on.edit(tag)}>
          <IconPencil size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon size={28} aria-label={t('eventTags.remove.of', { name: tag.name })} onClick={() => on.remove(tag)}>
          <IconTrash size={16} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </Row>
    ),
  },
];

interface EventTagsTableProps extends ListedRows<EventTag> {
  chosen: Chosen<EventTag>;
  onEdit: (tag: EventTag) => void;
  onRemove: (tag: EventTag) => void;
}

/** Event tags by their names. */
export function EventTagsTable({ rows, total, onEndReached, chosen, onEdit, onRemove }: EventTagsTableProps) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('eventTags.list.title')}
      columns={withChoice(columnsOf(t, { edit: onEdit, remove: onRemove }), chosen)}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}

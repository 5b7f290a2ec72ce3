import { ActionIcon } from '@mantine/core';
import type { YoutubeLink } from '@sightline/contracts/youtube-links/youtube-link';
import { IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Chosen } from '../../ui/chosen/use-chosen.ts';
import { withChoice } from '../../ui/chosen/with-choice.tsx';
import type { ListedRows } from '../../ui/page/list-page.tsx';
import { DataTable, type Column } from '../../ui/table/data-table.tsx';
import classes from './youtube.module.css';

const columnsOf = (t: TFunction, onRemove: (link: YoutubeLink) => void): Column<YoutubeLink>[] => [
  {
    id: 'name',
    header: t('youtubeLinks.list.name'),
    track: 'minmax(160px, 1fr)',
    phone: 'title',
    cell: ({ name }) => <bdi title={name}>{name}</bdi>,
  },
  {
    id: 'url',
    header: t('youtubeLinks.list.url'),
    track: 'minmax(200px, 2fr)',
    phone: 'second',
    cell: ({ url }) => (
      <a href={url} target="_blank" rel="noopener noreferrer" dir="ltr" translate="no" className={classes.url}>
        {url}
      </a>
    ),
  },
  {
    id: 'actions',
    header: <span className={classes.unseen}>{t('youtubeLinks.list.actions')}</span>,
    track: '28px',
    phone: 'side',
    cell: (link) => (
      <ActionIcon
        size={28}
        className={classes.remove ?? ''}
        aria-label={t('youtubeLinks.remove.of', { name: link.name })}
        onClick={() => onRemove(link)}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    ),
  },
];

/** Links by their names. */
export function YoutubeTable({
  rows,
  total,
  onEndReached,
  chosen,
  onRemove,
}: ListedRows<YoutubeLink> & { chosen: Chosen<YoutubeLink>; onRemove: (link: YoutubeLink) => void }) {
  const { t } = useTranslation();
  return (
    <DataTable
      label={t('youtubeLinks.list.title')}
      columns={withChoice(columnsOf(t, onRemove), chosen)}
      rows={rows}
      rowKey={({ id }) => id}
      total={total}
      onEndReached={onEndReached}
    />
  );
}

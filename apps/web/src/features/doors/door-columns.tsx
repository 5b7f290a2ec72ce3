import { ActionIcon, Button, TextInput } from '@mantine/core';
import type { Door } from '@sightline/contracts/doors/door';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { Row } from '../../ui/layout/row.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { DoorPicture } from './door-picture.tsx';
import { DoorStateNow } from './door-state.tsx';
import type { InlineName } from './use-inline-name.ts';
import classes from './doors.module.css';

/** What the columns of the table need. */
export interface DoorColumnDeps {
  t: TFunction;
  edit: InlineName;
  /** Answers which look is closed. */
  onAnswer: (door: Door) => void;
  onRemove: (door: Door) => void;
}

const nameOf = ({ t, edit }: DoorColumnDeps, { id, name }: Door) =>
  edit.id === id ? (
    <TextInput
      aria-label={t('doors.list.name')}
      // The row was asked for by its pencil, which is gone.
      ref={(input) => {
        if (input !== null && document.activeElement === document.body) input.focus();
      }}
      maxLength={120}
      value={edit.name}
      onChange={(event) => edit.change(event.currentTarget.value)}
      onKeyDown={edit.onKeyDown}
    />
  ) : (
    <Link to="/database/doors/$doorId" params={{ doorId: id }} className={classes.name}>
      <bdi>{name}</bdi>
    </Link>
  );

const actionsOf = ({ t, edit, onRemove }: DoorColumnDeps, door: Door) => {
  const { id, name } = door;
  if (edit.id === id)
    return (
      <Row gap={8} justify="end">
        <Button size="compact-sm" variant="subtle" color="gray" onClick={edit.cancel}>
          {t('common.actions.cancel')}
        </Button>
        <Button size="compact-sm" loading={edit.isSaving} disabled={edit.name.trim() === ''} onClick={edit.save}>
          {t('common.actions.save')}
        </Button>
      </Row>
    );
  return (
    <Row gap={8} justify="end">
      <ActionIcon size={28} aria-label={t('doors.edit.of', { name })} onClick={() => edit.begin(door)}>
        <IconPencil size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon size={28} aria-label={t('doors.remove.of', { name })} onClick={() => onRemove(door)}>
        <IconTrash size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </Row>
  );
};

/** Columns of the table of doors. */
export const doorColumns = (deps: DoorColumnDeps): Column<Door>[] => {
  const { t, edit, onAnswer } = deps;
  return [
    {
      id: 'picture',
      header: <span className={classes.unseen}>{t('doors.list.picture')}</span>,
      track: '72px',
      cell: ({ closePicture }) => <DoorPicture url={closePicture} alt="" size="small" />,
    },
    {
      id: 'name',
      header: t('doors.list.name'),
      track: 'minmax(160px, 1.6fr)',
      phone: 'title',
      cell: (door) => nameOf(deps, door),
    },
    {
      id: 'location',
      header: t('doors.list.location'),
      track: 'minmax(112px, 1fr)',
      cell: ({ locationName }) => <bdi title={locationName}>{locationName}</bdi>,
    },
    {
      id: 'camera',
      header: t('doors.list.camera'),
      track: 'minmax(112px, 1fr)',
      cell: ({ cameraName }) => <bdi title={cameraName}>{cameraName}</bdi>,
    },
    {
      id: 'state',
      header: t('doors.list.state'),
      track: 'minmax(200px, 1.4fr)',
      phone: 'second',
      cell: (door) =>
        door.untold === 'asksLooks' ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('doors.list.answerOf', { name: door.name })}
            onClick={() => onAnswer(door)}
          >
            {t('doors.list.answer')}
          </Button>
        ) : (
          <DoorStateNow door={door} />
        ),
    },
    {
      id: 'actions',
      header: <span className={classes.unseen}>{t('doors.list.actions')}</span>,
      track: edit.id === null ? '64px' : '148px',
      phone: 'side',
      cell: (door) => actionsOf(deps, door),
    },
  ];
};

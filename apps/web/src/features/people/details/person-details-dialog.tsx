import { Button } from '@mantine/core';
import type { PersonDetails } from '@sightline/contracts/people/person';
import { IconPencil, IconUserX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { AccessLog } from './access-log.tsx';
import { AddFace } from './add-face.tsx';
import { EditPerson } from './edit-person.tsx';
import { FaceChoice } from './face-choice.tsx';
import { PersonGroups } from './person-groups.tsx';
import { RemovePerson } from './remove-person.tsx';
import { SightingList } from './sighting-list.tsx';
import { personById } from '../people-queries.ts';
import classes from '../people.module.css';

interface PersonDetailsDialogProps {
  personId: string;
  /** What the list says of them, while the details are on their way. */
  name: string | undefined;
  onClose: () => void;
}

/** One person: faces, where they were seen last, and what can be done. */
export function PersonDetailsDialog({ personId, name, onClose }: PersonDetailsDialogProps) {
  const { t } = useTranslation();
  const details = useQuery(personById(personId));
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const person = details.data;
  const close = (): void => setOpen(null);
  if (person !== undefined && open === 'edit') return <EditPerson person={person} onClose={close} />;
  if (person !== undefined && open === 'remove')
    return <RemovePerson person={person} onClose={close} onRemoved={onClose} />;
  return (
    <Dialog title={<bdi>{person?.name ?? name ?? t('people.details.title')}</bdi>} width={400} onClose={onClose}>
      <div className={classes.details}>
        <ListScreen list={details} failed={t('people.details.failed')} rows={3}>
          {(data) => <Facts person={data} />}
        </ListScreen>
      </div>
      <DialogActions>
        <Button
          variant="default"
          color="red"
          disabled={person === undefined}
          leftSection={<IconUserX size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setOpen('remove')}
        >
          {t('people.remove.open')}
        </Button>
        <Button
          disabled={person === undefined}
          leftSection={<IconPencil size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setOpen('edit')}
        >
          {t('people.details.edit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Facts({ person }: { person: PersonDetails }) {
  const { t } = useTranslation();
  const { note, details, appearances } = person;
  return (
    <Stack gap={12}>
      {note !== '' && (
        <p className={classes.text}>
          <bdi>{note}</bdi>
        </p>
      )}
      <FaceChoice person={person} />
      <AddFace personId={person.id} />
      <PersonGroups personId={person.id} />
      <h3>{t('people.details.seen', { count: appearances, shown: formatCount(appearances) })}</h3>
      <SightingList sightings={details} />
      {appearances > 0 && (
        <Link to="/search" search={{ person: person.id, range: '30d', sure: 'all' }}>
          {t('people.details.all')}
        </Link>
      )}
      <AccessLog personId={person.id} />
    </Stack>
  );
}

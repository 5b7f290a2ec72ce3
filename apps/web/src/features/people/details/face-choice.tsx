import { Button } from '@mantine/core';
import type { PersonDetails } from '@sightline/contracts/people/person';
import { IconArrowsSplit2, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { FacePicture } from '../face-picture.tsx';
import { RemoveFaces } from './remove-faces.tsx';
import { SplitPerson } from './split-person.tsx';
import classes from '../people.module.css';

/** The faces of a person: some of them can be chosen, to be deleted, or because they are somebody else's. */
export function FaceChoice({ person }: { person: PersonDetails }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<'split' | 'remove' | null>(null);
  const { faces } = person;
  // One that went meanwhile is chosen no more.
  const faceIds = chosen.filter((id) => faces.some((face) => face.id === id));
  const close = (): void => setOpen(null);
  const done = (): void => {
    setChosen([]);
    close();
  };
  if (faces.length === 0) return <p className={classes.text}>{t('people.details.noFace')}</p>;
  const toggle = (id: string): void =>
    setChosen(faceIds.includes(id) ? faceIds.filter((one) => one !== id) : [...faceIds, id]);
  return (
    <Stack gap={8}>
      <div className={classes.faces} role="group" aria-label={t('people.faces.label')}>
        {faces.map(({ id, url, source }, at) => (
          <button
            key={id}
            type="button"
            className={classes.faceButton}
            aria-pressed={faceIds.includes(id)}
            aria-label={t(`people.faces.${source}`, { shown: formatCount(at + 1) })}
            title={t(`people.faces.${source}`, { shown: formatCount(at + 1) })}
            onClick={() => toggle(id)}
          >
            <FacePicture url={url} />
          </button>
        ))}
      </div>
      {faceIds.length > 0 && (
        <Row wrap gap={8}>
          <Button
            variant="default"
            size="compact-sm"
            disabled={faceIds.length >= person.faceCount}
            leftSection={<IconArrowsSplit2 size={14} stroke={1.6} aria-hidden="true" />}
            onClick={() => setOpen('split')}
          >
            {t('people.split.open')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconTrash size={14} stroke={1.6} aria-hidden="true" />}
            onClick={() => setOpen('remove')}
          >
            {t('people.faces.remove', { count: faceIds.length, shown: formatCount(faceIds.length) })}
          </Button>
        </Row>
      )}
      {open === 'split' && <SplitPerson person={person} faceIds={faceIds} onClose={close} onDone={done} />}
      {open === 'remove' && <RemoveFaces person={person} faceIds={faceIds} onClose={close} onDone={done} />}
    </Stack>
  );
}

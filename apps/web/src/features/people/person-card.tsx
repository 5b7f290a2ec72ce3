import type { Person } from '@sightline/contracts/people/person';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { FacePicture } from './face-picture.tsx';
import { LastSeen } from './last-seen.tsx';
import classes from './people.module.css';

interface PersonCardProps {
  person: Person;
  isChosen?: boolean;
  onClick: () => void;
}

/** Somebody whom the organization knows: photo, name, and when they were seen last. */
export function PersonCard({ person, isChosen = false, onClick }: PersonCardProps) {
  const { t } = useTranslation();
  const { name, photo, lastSeen, appearances } = person;
  return (
    <button
      type="button"
      className={isChosen ? `${classes.card} ${classes.chosen}` : classes.card}
      aria-pressed={isChosen}
      data-person={person.id}
      onClick={onClick}
    >
      <FacePicture url={photo} />
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.line}>
        {lastSeen === null ? t('people.card.neverSeen') : <LastSeen utcMs={lastSeen} />}
      </span>
      {appearances > 0 && (
        <span className={classes.line}>
          {t('people.card.seen', { count: appearances, shown: formatCount(appearances) })}
        </span>
      )}
    </button>
  );
}

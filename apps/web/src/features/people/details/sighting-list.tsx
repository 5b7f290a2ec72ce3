import type { PersonSighting } from '@sightline/contracts/people/person';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/time/moment.tsx';
import { FacePicture } from '../face-picture.tsx';
import classes from '../people.module.css';

/** Where somebody was seen, newest first, and how sure that is. */
export function SightingList({ sightings }: { sightings: readonly PersonSighting[] }) {
  const { t } = useTranslation();
  if (sightings.length === 0) return <p className={classes.text}>{t('people.details.notSeen')}</p>;
  return (
    <ul className={classes.sightings} aria-label={t('people.details.sightings')}>
      {sightings.map(({ id, cameraName, locationName, timestamp, timeZone, sureness, appearance }) => (
        <li key={id} className={classes.sighting}>
          <FacePicture url={appearance} />
          <div>
            <div className={classes.name}>
              <bdi>{cameraName}</bdi>
            </div>
            <div className={classes.line}>
              <bdi>{locationName}</bdi> · <Moment utcMs={timestamp} timeZone={timeZone} to="time" />
            </div>
            {sureness !== null && <div className={classes.line}>{t(`people.sureness.${sureness}`)}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}

import type { Event } from '@sightline/contracts/events/event';
import { useTranslation } from 'react-i18next';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { EventPicture } from '../facts/event-picture.tsx';
import { Fact } from './fact.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './event-detail.module.css';

interface FaceFactsProps {
  face: NonNullable<Event['face']>;
  pictureUrl: string | null;
}

/** The best face of a track; age and gender are the model's guesses and are called so. */
export function FaceFacts({ face: { age, gender, widthPx }, pictureUrl }: FaceFactsProps) {
  const { t } = useTranslation();
  const guesses = [
    gender === null ? null : t(`events.search.gender.${gender}`),
    age === null ? null : t('events.search.detail.age', { age: leftToRight(String(Math.round(age))) }),
  ];
  const guess = guesses.filter((part) => part !== null).join(', ');
  return (
    <Fact name={t('events.search.detail.face')}>
      <Row as="span" gap={12}>
        {pictureUrl !== null && (
          <EventPicture src={pictureUrl} alt={t('events.search.detail.facePicture')} className={classes.facePicture} />
        )}
        <span>
          {guess !== '' && <span className={classes.item}>{t('events.search.detail.guess', { guess })}</span>}
          <span className={classes.quiet}>
            {t('events.search.detail.faceWidth', { width: leftToRight(String(widthPx)) })}
          </span>
        </span>
      </Row>
    </Fact>
  );
}

import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { StreetMap } from '@sightline/contracts/street-map/street-map';
import { useTranslation } from 'react-i18next';
import { Stack } from '../layout/stack.tsx';
import classes from './base-map.module.css';

interface MapNotesProps {
  map: StreetMap | null;
  problem: ErrorCode | null;
  isWhole: boolean;
}

const said = ({ text, url }: StreetMap['attribution'][number], index: number) => (
  <span key={`${text} ${url ?? ''}`}>
    {index > 0 && ' '}
    {url === null ? (
      text
    ) : (
      <a href={url} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    )}
  </span>
);

/** Whose data the streets are, and what of them is missing. */
export function MapNotes({ map, problem, isWhole }: MapNotesProps) {
  const { t, i18n } = useTranslation();
  return (
    <Stack justify="start" className={classes.notes}>
      {problem !== null && (
        <p className={classes.note} dir={i18n.dir()} role="status">
          {t(`errors.${problem}`)}
        </p>
      )}
      {!isWhole && (
        <p className={classes.note} dir={i18n.dir()} role="status">
          {t('streetMap.partly')}
        </p>
      )}
      {map !== null && map.attribution.length > 0 && (
        <p className={classes.note} dir="auto" translate="no">
          {map.attribution.map(said)}
        </p>
      )}
    </Stack>
  );
}

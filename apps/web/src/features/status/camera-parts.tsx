import type { PartStatus, StatusPart } from '@sightline/contracts/status/status';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { ShownLabel } from '../../ui/status/shown-label.tsx';
import classes from './status-history.module.css';

/** What a camera need not have. */
const optional: ReadonlySet<StatusPart> = new Set(['subStream', 'smartStorage', 'analytics']);

const spokenOfLikeCameras: ReadonlySet<StatusPart> = new Set(['edge', 'storage']);

/** How each part of a camera is now, and why. What it does not have, or does not use, is left out. */
export function CameraParts({ parts }: { parts: readonly PartStatus[] }) {
  const { t } = useTranslation();
  const used = parts.filter(({ part, state }) => state !== 'notConnected' || !optional.has(part));
  return (
    <ul className={classes.parts} aria-label={t('status.history.partsLabel')}>
      {used.map(({ part, state, cause }) => (
        <Row as="li" wrap align="baseline" gap={12} rowGap={4} key={part} className={classes.part}>
          <span className={classes.partName}>{t(`status.part.${part}`)}</span>
          <ShownLabel status={{ state, isFlapping: false }} of={spokenOfLikeCameras.has(part) ? 'camera' : 'site'} />
          {cause !== null && <span className={classes.words}>{t(`errors.${cause}`)}</span>}
        </Row>
      ))}
    </ul>
  );
}

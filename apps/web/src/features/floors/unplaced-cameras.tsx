import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import type { PlanCamera } from './plan-camera.ts';
import classes from './floors.module.css';

/** Cameras of the site that stand on no plan shown here; each is put in the middle and moved from there. */
export function UnplacedCameras({
  cameras,
  onPlace,
}: {
  cameras: readonly PlanCamera[];
  onPlace: (camera: PlanCamera) => void;
}) {
  const { t } = useTranslation();
  return (
    <section className={classes.unplaced}>
      <h3>{t('floors.place.title')}</h3>
      {cameras.length === 0 && <p className={classes.help}>{t('floors.place.none')}</p>}
      <ul>
        {cameras.map((camera) => (
          <Row as="li" align="center" gap={8} key={camera.id} className={classes.unplacedRow}>
            <StatusGlyph level={camera.level} label={camera.state} />
            <Ellipsis className={classes.rowName}>{camera.name}</Ellipsis>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('floors.place.put', { name: camera.name })}
              onClick={() => onPlace(camera)}
            >
              {t('floors.place.putShort')}
            </Button>
          </Row>
        ))}
      </ul>
    </section>
  );
}

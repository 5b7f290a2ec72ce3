import type { CameraState } from '@sightline/contracts/cameras/camera';
import { useTranslation } from 'react-i18next';
import { StatusCounts } from '../../../features/cameras/status-counts.tsx';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './devices.module.css';

interface DevicesSummaryProps {
  cameraCount: number;
  siteCount: number;
  cores: { total: number; online: number };
  /** Cameras by state; undefined where not all of them are known. */
  states: Partial<Record<CameraState, number>> | undefined;
}

/** Figures above the sites: how much there is, and how it is. Only what was counted. */
export function DevicesSummary({ cameraCount, siteCount, cores, states }: DevicesSummaryProps) {
  const { t } = useTranslation();
  return (
    <Row wrap className={classes.summary}>
      <div className={classes.figure}>
        <p>
          <span className={classes.number}>{formatCount(cameraCount)}</span>{' '}
          {t('cameras.home.cameras', { count: cameraCount })}
        </p>
        <p className={classes.small}>
          {t('locations.home.sites', { count: siteCount, shown: formatCount(siteCount) })}
        </p>
      </div>
      <div className={classes.figure}>
        <p>
          <span className={classes.number}>
            <bdi dir="ltr">{`${String(cores.online)} / ${String(cores.total)}`}</bdi>
          </span>
        </p>
        <p className={classes.small}>{t('edges.home.online')}</p>
      </div>
      <div className={classes.figure}>
        <StatusCounts counted={states} />
      </div>
    </Row>
  );
}

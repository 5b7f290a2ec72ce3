import type { CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatShare } from '../../platform/i18n/format-number.ts';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { analysisLevels } from './analysis-level.ts';
import { perSecond } from './per-second.ts';
import classes from './analysis.module.css';

interface CameraRowsProps {
  cameras: readonly CameraAnalysisStatus[];
  cameraLink: (cameraId: string) => ReactNode;
}

/** How the analysis of each camera goes, over the last 10 seconds. */
export function CameraRows({ cameras, cameraLink }: CameraRowsProps) {
  const { t } = useTranslation();
  return (
    <table className={classes.table} aria-label={t('analysis.cameras.title')}>
      <thead>
        <tr>
          <th scope="col">{t('analysis.cameras.camera')}</th>
          <th scope="col">{t('analysis.cameras.state')}</th>
          <th scope="col" className={classes.number}>
            {t('analysis.cameras.detections')}
          </th>
          <th scope="col" className={`${classes.number} ${classes.wide}`}>
            {t('analysis.cameras.share')}
          </th>
          <th scope="col" className={`${classes.number} ${classes.wide}`}>
            {t('analysis.cameras.queueAge')}
          </th>
          <th scope="col" className={`${classes.number} ${classes.wide}`}>
            {t('analysis.cameras.tracks')}
          </th>
        </tr>
      </thead>
      <tbody>
        {cameras.map((camera) => (
          <CameraRow key={camera.cameraId} camera={camera} link={cameraLink(camera.cameraId)} />
        ))}
      </tbody>
    </table>
  );
}

function CameraRow({ camera, link }: { camera: CameraAnalysisStatus; link: ReactNode }) {
  const { t } = useTranslation();
  const { state, cause, stream, givenFps, wantedFps } = camera;
  // Columns where there is room for them, on phones lines below the name.
  const facts = [
    { name: 'share', value: formatShare(camera.share) },
    {
      name: 'queueAge',
      value: <bdi dir="ltr">{t('analysis.models.ms', { ms: formatCount(Math.round(camera.queueAgeMs)) })}</bdi>,
    },
    { name: 'tracks', value: formatCount(camera.openTracks) },
  ] as const;
  return (
    <tr data-testid="camera-analysis" data-state={state}>
      <th scope="row">
        {link}
        {stream !== null && <span className={classes.second}>{t(`analysis.cameras.${stream}`)}</span>}
        {facts.map(({ name, value }) => (
          <span key={name} className={`${classes.second} ${classes.narrow}`}>
            {t(`analysis.cameras.${name}`)}: {value}
          </span>
        ))}
      </th>
      <td>
        <StatusLabel level={cause === null ? analysisLevels[state] : 'warn'}>
          {t(`analysis.state.${state}`)}
        </StatusLabel>
        {cause !== null && <span className={classes.second}>{t(`errors.${cause}`)}</span>}
      </td>
      <td className={classes.number}>
        {t('analysis.cameras.givenOf', { given: perSecond(givenFps), wanted: perSecond(wantedFps) })}
      </td>
      {facts.map(({ name, value }) => (
        <td key={name} className={`${classes.number} ${classes.wide}`}>
          {value}
        </td>
      ))}
    </tr>
  );
}

import type { Camera } from '@sightline/contracts/cameras/camera';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../../platform/api/api-error.ts';
import { callQuery } from '../../../../platform/api/client.ts';
import { formatDuration } from '../../../../platform/i18n/format-number.ts';
import classes from '../developer.module.css';

const againMs = 60_000;

/** The newest picture of a camera and how old it is, or why there is none. */
export function NewestPicture({ camera, nowUtcMs }: { camera: Camera; nowUtcMs: number }) {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery({
    ...callQuery(camerasCalls.snapshot, { params: { id: camera.id } }),
    refetchInterval: againMs,
    retry: false,
  });
  return (
    <li>
      <Link to="/camera/$cameraId" params={{ cameraId: camera.id }} className={classes.card}>
        <span className={classes.picture}>
          {data !== undefined && <img className={classes.sceneImage} src={data.snapshot} alt="" decoding="async" />}
          {data === undefined && error !== null && (
            <span className={classes.scenePlain}>{t(`errors.${toApiError(error).code}`)}</span>
          )}
        </span>
        <span className={classes.name}>{camera.name}</span>
        <span className={classes.age}>
          {isPending && t('common.states.loading')}
          {!isPending && data === undefined && t('developer.thumbnails.none')}
          {data !== undefined &&
            t('developer.thumbnails.age', { time: formatDuration(Math.max(0, nowUtcMs - data.snapShotTs)) })}
        </span>
      </Link>
    </li>
  );
}

import type { Camera, CameraState } from '@sightline/contracts/cameras/camera';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { formatCount, formatDuration } from '../../platform/i18n/format-number.ts';
import { useNow } from '../../platform/clock/use-now.ts';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import { useWhy } from '../../ui/status/use-why.ts';
import { cutStates } from './attention-lists.ts';
import { attentionStates, cameraLevels } from './camera-state-level.ts';
import { camerasInState } from './camera-queries.ts';
import classes from './attention-list.module.css';

const perState = 20;

function AttentionItem({ camera, nowUtcMs }: { camera: Camera; nowUtcMs: number }) {
  const { t } = useTranslation();
  const { state, sinceUtcMs } = camera.status;
  const why = useWhy();
  return (
    <li>
      <Link to="/camera/$cameraId" params={{ cameraId: camera.id }} className={classes.item}>
        <StatusGlyph level={cameraLevels[state]} />
        <span className={classes.name}>{camera.name}</span>
        <span className={classes.since}>{formatDuration(nowUtcMs - sinceUtcMs)}</span>
        <span className={classes.text}>
          {t(`status.state.${state}`)}. {why(camera.status)}
        </span>
        <span className={classes.site}>{camera.locationName}</span>
      </Link>
    </li>
  );
}

/** Cameras that need somebody, worst state first: what, why, since when, where. */
export function AttentionList({ states = attentionStates }: { states?: readonly CameraState[] }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(10_000);
  const results = useQueries({ queries: states.map((state) => camerasInState(state, perState)) });
  const total = results.reduce((sum, { data }) => sum + (data?.total.value ?? 0), 0);
  const cameras = results.flatMap(({ data }) => data?.items ?? []);
  const failed = results.find(({ data, error }) => data === undefined && error !== null);
  const cut = cutStates(
    states,
    results.map(({ data }) => data),
  );
  return (
    <section aria-labelledby="attention-title">
      <h2 className={classes.title} id="attention-title">
        {t('cameras.attention.title')} {total > 0 && <span className={classes.total}>{formatCount(total)}</span>}
      </h2>
      {total === 0 && results.every(({ data }) => data !== undefined) && <p className={classes.calm}>{t('cameras.attention.none')}</p>}
      {failed !== undefined && (
        <p className={classes.calm} role="alert">
          {t('cameras.attention.failed')} {t(`errors.${toApiError(failed.error).code}`)}
        </p>
      )}
      <ul>
        {cameras.map((camera) => (
          <AttentionItem key={camera.id} camera={camera} nowUtcMs={nowUtcMs} />
        ))}
      </ul>
      {cut.map(({ state, count }) => (
        <Link key={state} to="/location/list" search={{ status: state }} className={classes.more}>
          {t(`status.state.${state}`)}: {t('common.actions.showAll', { count })}
        </Link>
      ))}
    </section>
  );
}

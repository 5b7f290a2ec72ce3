import type { CameraMute } from '@sightline/contracts/alert-rules/camera-mute';
import { Button } from '@mantine/core';
import { IconBellOff, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../platform/clock/use-now.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { mutedCameras } from './mute-queries.ts';
import { useMuteCamera } from './use-mute-camera.ts';
import classes from './mutes.module.css';

const nowEveryMs = 5_000;

/** Which cameras are muted until when, with the way to end that; nothing while none is. */
export function MutedCameras() {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(mutedCameras());
  const mutes = (data?.items ?? []).filter(({ untilUtcMs }) => untilUtcMs > nowUtcMs);
  if (data === undefined || mutes.length === 0) return null;
  const hidden = data.total - data.items.length;
  const count = mutes.length + hidden;
  const isFolded = count > 1;
  return (
    <section className={classes.mutes} aria-label={t('alerts.muteCamera.title')}>
      {isFolded && (
        <button
          type="button"
          className={classes.fold}
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBellOff size={16} stroke={1.6} aria-hidden="true" />
          <span className={classes.words}>{t('alerts.muteCamera.some', { count, shown: formatCount(count) })}</span>
          <IconChevronDown size={16} stroke={1.6} aria-hidden="true" data-open={isOpen} className={classes.chevron} />
        </button>
      )}
      <ul id={listId} className={classes.list} hidden={isFolded && !isOpen}>
        {mutes.map((mute) => (
          <MuteLine key={mute.cameraId} mute={mute} nowUtcMs={nowUtcMs} />
        ))}
        {hidden > 0 && (
          <li className={classes.line}>{t('alerts.muteCamera.more', { count: hidden, shown: formatCount(hidden) })}</li>
        )}
      </ul>
    </section>
  );
}

function MuteLine({ mute, nowUtcMs }: { mute: CameraMute; nowUtcMs: number }) {
  const { t } = useTranslation();
  const change = useMuteCamera(mute);
  const { cameraName, locationName, untilUtcMs, timeZone, state } = mute;
  const time = formatSince(untilUtcMs, nowUtcMs, timeZone);
  return (
    <li className={classes.line}>
      <IconBellOff size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.words} title={locationName}>
        {t('alerts.muteCamera.line', { camera: cameraName, time })}
        {state !== 'muted' && <span className={classes.warning}>{t(`alerts.muteCamera.state.${state}`)}</span>}
      </span>
      <Button
        variant="subtle"
        size="compact-md"
        loading={change.isPending}
        aria-label={t('alerts.muteCamera.endOf', { name: cameraName })}
        onClick={() => change.mutate(null)}
      >
        {t('alerts.muteCamera.endNow')}
      </Button>
    </li>
  );
}

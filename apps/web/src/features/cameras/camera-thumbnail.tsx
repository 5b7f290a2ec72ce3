import type { Camera } from '@sightline/contracts/cameras/camera';
import { IconDeviceCctv, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type HTMLAttributes, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { classNames } from '../../ui/layout/layout-parts.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import tile from '../../ui/pictures/picture-tile.module.css';
import { StatusGlyph } from '../../ui/status/status-glyph.tsx';
import { cameraLevels } from './camera-state-level.ts';
import { CameraStatusLabel } from './camera-status-label.tsx';
import { useIsRebooting } from './rebooting-cameras.ts';
import { useStatusText } from './use-status-text.ts';
import classes from './camera-thumbnail.module.css';

const dark = new Set(['offline', 'notConnected']);

interface CameraThumbnailProps {
  camera: Camera;
  /** The last day, at the foot of the picture; it is pressed by itself. */
  ribbon?: ReactNode;
  /** What lies over the picture. */
  over?: ReactNode;
  /** What happens to the tile as a whole. */
  handlers?: Pick<HTMLAttributes<HTMLElement>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>;
}

/** A camera among others: last picture, name, state. Only "online" drops its word; its sign keeps the name of it. One that comes and goes says so. */
export function CameraThumbnail({ camera, ribbon, over, handlers }: CameraThumbnailProps) {
  const { t } = useTranslation();
  const statusText = useStatusText();
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const { state } = camera.status;
  const isRebooting = useIsRebooting(camera.id);
  const isWell = state === 'online' && !camera.status.isFlapping && !isRebooting;
  const isDark = dark.has(state);
  const said = statusText(camera.status, camera.timeZone);
  const poster = camera.posterUrl === brokenUrl ? null : camera.posterUrl;
  return (
    <div className={classes.whole} {...handlers}>
      <Link to="/camera/$cameraId" params={{ cameraId: camera.id }} className={classNames(tile.tile, classes.link)}>
        {/* Whoever hears the tile hears first which camera it is, then what is wrong with it. */}
        <Row as="span" align="center" gap={8} className={classes.line}>
          {isWell && <StatusGlyph level={cameraLevels.online} label={t('status.state.online')} />}
          <Ellipsis className={classNames(tile.name, classes.name)} dir="auto">
            {camera.name}
          </Ellipsis>
          {!isWell && <CameraStatusLabel cameraId={camera.id} status={camera.status} />}
        </Row>
        <span className={classNames(tile.picture, classes.picture)}>
          {/* Until the picture lies over it, also while it is on its way. */}
          {!isDark && <IconDeviceCctv className={classes.waiting} size={28} stroke={1.25} aria-hidden="true" />}
          {poster !== null && (
            <img
              className={classNames(tile.image, classes.image)}
              data-dim={isDark}
              src={poster}
              alt=""
              loading="lazy"
              decoding="async"
              onError={() => setBrokenUrl(poster)}
            />
          )}
          {isDark && (
            <Stack as="span" justify="center" gap={2} className={classes.words}>
              <IconPlugConnectedX size={20} stroke={1.5} aria-hidden="true" />
              <strong>{said.since}</strong>
              <span className={classes.cause}>{said.cause}</span>
            </Stack>
          )}
          {over}
        </span>
      </Link>
      {ribbon !== undefined && <div className={classes.ribbon}>{ribbon}</div>}
    </div>
  );
}

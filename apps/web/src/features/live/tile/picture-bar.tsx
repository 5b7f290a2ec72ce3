import { Menu } from '@mantine/core';
import {
  IconCamera,
  IconDots,
  IconEye,
  IconEyeOff,
  IconMaximize,
  IconObjectScan,
  IconPictureInPicture,
  IconScissors,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CameraPlayer } from '../engine/camera-player.ts';
import type { PlayerSnapshot } from '../engine/player-snapshot.ts';
import { KindChip, PlaceChips, PrivacyChip } from './tile-chips.tsx';
import type { TileControls } from './tile-controls.tsx';
import type { TileCamera } from './tile-facts.ts';
import classes from './picture-bar.module.css';

interface PictureBarProps extends ComponentProps<typeof TileControls> {
  player: CameraPlayer;
  snapshot: PlayerSnapshot;
  camera: TileCamera | undefined;
  /** Marks a part for a file; undefined where that is not allowed. */
  onClip: (() => void) | undefined;
}

const look = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

/** On phones: what kind of picture this is and what can be done with it, below it, so that nothing covers it. */
export function PictureBar({ player, snapshot, camera, onClip, ...controls }: PictureBarProps) {
  const { t } = useTranslation();
  const { isMuted, hasSound, hasPicture } = controls;
  return (
    <div className={classes.bar} data-testid="picture-bar">
      <div className={classes.line}>
        <KindChip snapshot={snapshot} camera={camera} />
        <PlaceChips player={player} snapshot={snapshot} camera={camera} />
        <PrivacyChip snapshot={snapshot} />
        <WayWords snapshot={snapshot} />
      </div>
      <div className={classes.acts} role="group" aria-label={t('live.control.label')}>
        {hasPicture && (
          <Act icon={<IconCamera {...look} />} label={t('live.bar.snapshot')} onAct={controls.onSnapshot} />
        )}
        {hasSound && (
          <Act
            icon={isMuted ? <IconVolumeOff {...look} /> : <IconVolume {...look} />}
            label={t('live.bar.sound')}
            isOn={!isMuted}
            onAct={controls.onMute}
          />
        )}
        {onClip && <Act icon={<IconScissors {...look} />} label={t('live.bar.clip')} onAct={onClip} />}
        <Act icon={<IconMaximize {...look} />} label={t('live.control.fullScreen')} onAct={controls.onFullScreen} />
        <More {...controls} />
      </div>
    </div>
  );
}

function Act({
  icon,
  label,
  isOn,
  onAct,
}: {
  icon: ReactNode;
  label: string;
  isOn?: boolean | undefined;
  onAct: () => void;
}) {
  return (
    <button type="button" className={classes.act} aria-pressed={isOn} onClick={onAct}>
      {icon}
      <span>{label}</span>
    </button>
  );
}

/** What is needed seldom. */
function More(props: ComponentProps<typeof TileControls>) {
  const { t } = useTranslation();
  const hasAny = props.onBoxes !== undefined || props.showsOriginals !== undefined || props.onPictureInPicture;
  if (!hasAny) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={classes.act}>
          <IconDots {...look} />
          <span>{t('live.bar.more')}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {props.onBoxes && (
          <Menu.Item leftSection={<IconObjectScan size={16} aria-hidden />} onClick={props.onBoxes}>
            {t(props.hasBoxes === true ? 'live.bar.hideBoxes' : 'live.bar.showBoxes')}
          </Menu.Item>
        )}
        {props.showsOriginals !== undefined && (
          <Menu.Item
            leftSection={
              props.showsOriginals ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />
            }
            onClick={props.onOriginals}
          >
            {props.showsOriginals ? t('live.privacy.hide') : t('live.privacy.show')}
          </Menu.Item>
        )}
        {props.onPictureInPicture && props.hasPicture && (
          <Menu.Item leftSection={<IconPictureInPicture size={16} aria-hidden />} onClick={props.onPictureInPicture}>
            {t('live.control.pictureInPicture')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** How the picture travels and how old it is, in one line. */
function WayWords({ snapshot: { path, delayMs, mode, live } }: { snapshot: PlayerSnapshot }) {
  const { t } = useTranslation();
  if (path === 'none' || (mode === 'live' && live.phase !== 'live')) return null;
  const words = t(`live.path.${path}`);
  return (
    <span className={classes.way} title={words}>
      <span>{words}</span>
      {mode === 'live' && delayMs !== null && (
        <bdi dir="ltr" aria-label={t('live.chip.delayLabel', { ms: delayMs })} role="img">
          {t('live.chip.delay', { ms: delayMs })}
        </bdi>
      )}
    </span>
  );
}

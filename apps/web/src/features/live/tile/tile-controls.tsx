import { Tooltip } from '@mantine/core';
import {
  IconCamera,
  IconEye,
  IconEyeOff,
  IconMaximize,
  IconMinimize,
  IconPictureInPicture,
  IconObjectScan,
  IconVolume,
  IconVolumeOff,
  IconZoomIn,
  IconZoomOut,
  IconZoomReset,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './video-tile.module.css';

interface TileControlsProps {
  isMuted: boolean;
  hasSound: boolean;
  isFull: boolean;
  zoomScale: number;
  hasPicture: boolean;
  /** Whether boxes lie over the picture; undefined where there are none to switch. */
  hasBoxes: boolean | undefined;
  onBoxes: (() => void) | undefined;
  /** Whether nothing is hidden; undefined where there is nothing to choose. */
  showsOriginals: boolean | undefined;
  onOriginals: () => void;
  onMute: () => void;
  onFullScreen: () => void;
  onPictureInPicture: (() => void) | undefined;
  onSnapshot: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onWholePicture: () => void;
}

interface ControlProps {
  label: string;
  icon: ReactNode;
  onAct: () => void;
  /** For switches: whether it is on. */
  isOn?: boolean | undefined;
}

function Control({ label, icon, onAct, isOn }: ControlProps) {
  return (
    <Tooltip label={label} withinPortal={false}>
      <button type="button" className={classes.control} aria-label={label} aria-pressed={isOn} onClick={onAct}>
        {icon}
      </button>
    </Tooltip>
  );
}

const look = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;

/** Buttons on the picture, shown on hover and focus. */
export function TileControls(props: TileControlsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.controls} role="group" aria-label={t('live.control.label')}>
      {props.zoomScale > 1 && (
        <>
          <span className={classes.chip}>
            <bdi dir="ltr">{t('live.chip.zoom', { factor: props.zoomScale.toFixed(1) })}</bdi>
          </span>
          <Control
            label={t('live.control.wholePicture')}
            icon={<IconZoomReset {...look} />}
            onAct={props.onWholePicture}
          />
          <Control label={t('live.control.zoomOut')} icon={<IconZoomOut {...look} />} onAct={props.onZoomOut} />
        </>
      )}
      {props.onBoxes && (
        <Control
          label={t('events.overlay.toggle')}
          icon={<IconObjectScan {...look} />}
          isOn={props.hasBoxes === true}
          onAct={props.onBoxes}
        />
      )}
      {props.hasPicture && (
        <Control label={t('live.control.zoomIn')} icon={<IconZoomIn {...look} />} onAct={props.onZoomIn} />
      )}
      {props.hasPicture && (
        <Control label={t('live.control.snapshot')} icon={<IconCamera {...look} />} onAct={props.onSnapshot} />
      )}
      {props.showsOriginals !== undefined && (
        <Control
          label={props.showsOriginals ? t('live.privacy.hide') : t('live.privacy.show')}
          icon={props.showsOriginals ? <IconEyeOff {...look} /> : <IconEye {...look} />}
          onAct={props.onOriginals}
        />
      )}
      {props.hasSound && (
        <Control
          label={props.isMuted ? t('live.control.soundOn') : t('live.control.soundOff')}
          icon={props.isMuted ? <IconVolumeOff {...look} /> : <IconVolume {...look} />}
          onAct={props.onMute}
        />
      )}
      {props.onPictureInPicture && props.hasPicture && (
        <Control
          label={t('live.control.pictureInPicture')}
          icon={<IconPictureInPicture {...look} />}
          onAct={props.onPictureInPicture}
        />
      )}
      <Control
        label={props.isFull ? t('live.control.leaveFullScreen') : t('live.control.fullScreen')}
        icon={props.isFull ? <IconMinimize {...look} /> : <IconMaximize {...look} />}
        onAct={props.onFullScreen}
      />
    </div>
  );
}

/** The way back from an enlarged picture whose controls stand below it. */
export function WholePicture({ scale, onReset }: { scale: number; onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={classes.whole}>
      <button type="button" className={classes.control} aria-label={t('live.control.wholePicture')} onClick={onReset}>
        <IconZoomReset {...look} />
        <bdi dir="ltr">{t('live.chip.zoom', { factor: scale.toFixed(1) })}</bdi>
      </button>
    </div>
  );
}

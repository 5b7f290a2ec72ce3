import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconRewindBackward5,
  IconRewindForward5,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ControlButton } from './control-button.tsx';
import type { PlaybackActions, PlaybackState } from './playback-actions.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './playback-controls.module.css';

const look = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

/** Previous, back, play, forward, next; their order is time's, in every language. */
export function TransportButtons({ actions, state }: { actions: PlaybackActions; state: PlaybackState }) {
  const { t } = useTranslation();
  return (
    <Row align="center" gap={2} dir="ltr" role="group" aria-label={t('recordings.controls.label')}>
      <ControlButton label={t('recordings.controls.previous')} onAct={() => actions.previous()}>
        <IconPlayerSkipBack {...look} />
      </ControlButton>
      <ControlButton
        label={t('recordings.controls.back')}
        hint="←"
        onAct={() => actions.skip(-5000)}
        className={classes.desk}
      >
        <IconRewindBackward5 {...look} />
      </ControlButton>
      <ControlButton
        label={t('recordings.controls.frameBack')}
        hint=","
        onAct={() => actions.step(-1)}
        className={classes.desk}
      >
        <IconPlayerTrackPrev {...look} size={16} />
      </ControlButton>
      <ControlButton
        label={state.isPlaying ? t('recordings.controls.pause') : t('recordings.controls.play')}
        hint="␣"
        variant="default"
        onAct={() => actions.togglePlay()}
      >
        {state.isPlaying ? (
          <IconPlayerPauseFilled size={20} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={20} aria-hidden />
        )}
      </ControlButton>
      <ControlButton
        label={t('recordings.controls.frameForward')}
        hint="."
        onAct={() => actions.step(1)}
        className={classes.desk}
        isDisabled={state.isLive}
      >
        <IconPlayerTrackNext {...look} size={16} />
      </ControlButton>
      <ControlButton
        label={t('recordings.controls.forward')}
        hint="→"
        onAct={() => actions.skip(5000)}
        className={classes.desk}
        isDisabled={state.isLive}
      >
        <IconRewindForward5 {...look} />
      </ControlButton>
      <ControlButton label={t('recordings.controls.next')} onAct={() => actions.next()} isDisabled={state.isLive}>
        <IconPlayerSkipForward {...look} />
      </ControlButton>
    </Row>
  );
}

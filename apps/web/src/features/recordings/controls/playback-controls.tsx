import { SegmentedControl } from '@mantine/core';
import { IconArrowBarToRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { formatClock } from '../../../platform/i18n/format-time.ts';
import { ControlButton } from './control-button.tsx';
import type { PlaybackActions, PlaybackState } from './playback-actions.ts';
import { rateLabel, rates } from './rates.ts';
import { TransportButtons } from './transport-buttons.tsx';
import classes from './playback-controls.module.css';

interface PlaybackControlsProps {
  actions: PlaybackActions;
  state: PlaybackState;
  /** The instant on screen. */
  positionMs: number;
  timeZone: string;
  /** Hours that the timeline shows, where they are one of the choices. */
  window: PlaybackWindow | undefined;
  onSpan: (spanMs: number) => void;
  /** Button that opens the calendar. */
  calendar: ReactNode;
}

const hour = 3_600_000;
const windows = [1, 4, 24] as const;

/** Hours that can be chosen for the timeline. */
export type PlaybackWindow = (typeof windows)[number];

/** The choice that a view of this width is, nearly at least. */
export const windowOf = (spanMs: number): PlaybackWindow | undefined =>
  windows.find((each) => Math.abs(each * hour - spanMs) < spanMs * 0.02);

/** Row of 56 px: transport, clock, speed, calendar, window, live. */
export function PlaybackControls({
  actions,
  state,
  positionMs,
  timeZone,
  window: chosen,
  onSpan,
  calendar,
}: PlaybackControlsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row} data-testid="playback-controls">
      <TransportButtons actions={actions} state={state} />
      <span className={classes.clock} data-testid="playback-clock">
        <bdi dir="ltr">{formatClock(positionMs, timeZone, 'second')}</bdi>{' '}
        <small>{zoneAbbreviation(positionMs, timeZone)}</small>
      </span>
      <span className={classes.space} />
      <ControlButton
        label={t('recordings.controls.skipGaps')}
        isOn={state.skipsGaps}
        onAct={() => actions.setSkipsGaps(!state.skipsGaps)}
        className={classes.desk}
      >
        <IconArrowBarToRight size={20} stroke={1.5} aria-hidden />
      </ControlButton>
      <select
        className={classes.speed}
        dir="ltr"
        aria-label={t('recordings.controls.speed')}
        disabled={state.isLive}
        value={state.rate}
        onChange={(event) => actions.setRate(Number(event.currentTarget.value))}
      >
        {rates.map((rate) => (
          <option key={rate} value={rate}>
            {rateLabel(rate)}
          </option>
        ))}
      </select>
      {calendar}
      <SegmentedControl
        className={classes.desk}
        aria-label={t('recordings.controls.window')}
        data={windows.map((each) => ({ value: String(each), label: t('recordings.controls.hours', { count: each }) }))}
        value={chosen === undefined ? '' : String(chosen)}
        onChange={(hours) => onSpan(Number(hours) * hour)}
      />
      <button
        type="button"
        className={classes.live}
        data-live={state.isLive}
        aria-pressed={state.isLive}
        aria-label={t('recordings.controls.goLive')}
        onClick={() => actions.goLive()}
      >
        <span className={classes.dot} aria-hidden="true" />
        {t('recordings.controls.live')}
      </button>
    </div>
  );
}

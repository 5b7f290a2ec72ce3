import type { Interval } from '@sightline/contracts/recordings/recording';
import { IconClockExclamation } from '@tabler/icons-react';
import { lazy, memo, Suspense, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { JumpOpener } from './controls/jump-opener.tsx';
import { PlaybackControls, windowOf } from './controls/playback-controls.tsx';
import { TimelineLegend } from './controls/timeline-legend.tsx';
import { usePlaybackKeys } from './controls/use-playback-keys.ts';
import { DayHeat } from './day-heat/day-heat.tsx';
import { isUncertainAt } from './coverage/coverage-tiles.ts';
import { useCoverage } from './coverage/use-coverage.ts';
import classes from './playback-panel.module.css';
import { playbackActions } from './playback-actions-of.ts';
import type { PlaybackSource } from './playback-source.ts';
import type { Selection } from './timeline/pointer-control.ts';
import { Timeline } from './timeline/timeline.tsx';
import type { TimelineLane } from './timeline/timeline-lane.ts';
import { spanOf } from './timeline/timeline-view.ts';
import type { TimelineView } from './timeline/timeline-view.ts';
import { useStorage } from './storage/use-storage.ts';
import { TimelineFailure } from './timeline-failure.tsx';
import { useNow } from './use-now.ts';
import { useSteady } from './use-steady.ts';
import { useTimelineView } from './use-timeline-view.ts';

const JumpButton = lazy(async () => ({ default: (await import('./controls/jump-button.tsx')).JumpButton }));

// While the timeline is dragged only what shows time is drawn again.
const SteadyControls = memo(PlaybackControls);
const SteadyLegend = memo(TimelineLegend);
const SteadyHeat = memo(DayHeat);

interface PlaybackPanelProps {
  cameraId: string;
  edgeId: string;
  stream: 'main' | 'sub';
  timeZone: string;
  retentionDays: number;
  source: PlaybackSource;
  /** The range marked for an export, with handles on the timeline. */
  selection: Selection | null;
  onSelection: (selection: Selection) => void;
  /** Marks of what was seen, and what the legend says of them. */
  lane?: TimelineLane | undefined;
  laneLegend?: ReactNode;
  /** Called with what the timeline shows, for those who fetch its marks, and what is recorded there. */
  onView?: ((view: TimelineView, recorded: readonly Interval[]) => void) | undefined;
}

/** Controls, timeline and legend of one camera: everything about time. */
export function PlaybackPanel({ onView, ...props }: PlaybackPanelProps) {
  const { cameraId, edgeId, stream, timeZone, source } = props;
  const { state } = source;
  const { isLive, isPlaying, rate, skipsGaps } = state;
  const steadyState = useMemo(() => ({ isLive, isPlaying, rate, skipsGaps }), [isLive, isPlaying, rate, skipsGaps]);
  const { t } = useTranslation();
  const nowMs = useNow(source.nowMs, 1000);
  const positionMs = useNow(source.positionMs, 200, 1000);
  const [isJumpOpen, setJumpOpen] = useState(false);
  const handle = useTimelineView({ positionMs: source.positionMs, nowMs: source.nowMs, isLive: state.isLive });
  const { coverage, failure, retry } = useCoverage({ cameraId, stream, view: handle.view, nowMs, isEnabled: true });
  const storage = useStorage({ edgeId, cameraId, timeZone, view: handle.view, nowMs });
  const actions = useSteady(playbackActions({ source, handle, coverage, openJump: () => setJumpOpen(true) }));
  const { setSpan } = useSteady({ setSpan: handle.setSpan });
  usePlaybackKeys(actions, state);
  useEffect(() => onView?.(handle.view, coverage.recorded), [onView, handle.view, coverage.recorded]);
  // It opens with the very instant, not with the second that is shown.
  const jumpMs = isJumpOpen ? source.positionMs() : positionMs;
  const calendar = useMemo(
    () => (
      <Suspense
        fallback={<JumpOpener timeZone={timeZone} positionMs={positionMs} isOpen={isJumpOpen} onOpen={setJumpOpen} />}
      >
        <JumpButton
          cameraId={cameraId}
          stream={stream}
          timeZone={timeZone}
          positionMs={jumpMs}
          nowMs={nowMs}
          isOpen={isJumpOpen}
          onOpen={setJumpOpen}
          onJump={actions.seek}
        />
      </Suspense>
    ),
    [cameraId, stream, timeZone, positionMs, jumpMs, nowMs, isJumpOpen, actions],
  );
  return (
    <>
      <SteadyControls
        actions={actions}
        state={steadyState}
        positionMs={positionMs}
        timeZone={timeZone}
        window={windowOf(spanOf(handle.view))}
        onSpan={setSpan}
        calendar={calendar}
      />
      {!state.isLive && isUncertainAt(coverage, positionMs) && (
        <p className={classes.uncertain} role="note" data-testid="time-uncertain">
          <IconClockExclamation size={16} stroke={1.75} aria-hidden />
          <span>{t('recordings.timeline.uncertainNote')}</span>
        </p>
      )}
      {failure !== null && <TimelineFailure failure={failure} onRetry={retry} />}
      <Timeline
        timeZone={timeZone}
        view={handle.view}
        coverage={coverage}
        storage={storage}
        selection={props.selection}
        lane={props.lane}
        isLive={state.isLive}
        positionMs={source.positionMs}
        nowMs={source.nowMs}
        thumbnailOf={source.thumbnailOf}
        onView={handle.move}
        onSeek={actions.seek}
        onSelection={props.onSelection}
      />
      <SteadyHeat
        cameraId={cameraId}
        stream={stream}
        timeZone={timeZone}
        view={handle.view}
        positionMs={positionMs}
        nowMs={nowMs}
        onSeek={actions.seek}
      />
      <SteadyLegend
        hasMotion={coverage.motion.length > 0}
        hasUncertain={coverage.uncertain.length > 0}
        hasSmart={storage.some(({ tier }) => tier === 'smart')}
        retentionDays={props.retentionDays}
        oldestUtcMs={coverage.oldestUtcMs}
        timeZone={timeZone}
        lane={props.laneLegend}
      />
    </>
  );
}

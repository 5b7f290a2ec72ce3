import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatTime } from '../../../platform/i18n/format-time.ts';
import type { DrawnCoverage } from '../coverage/coverage-tiles.ts';
import type { StoragePiece } from '../storage/storage-pieces.ts';
import type { ThumbnailSource } from './thumbnail-cache.ts';
import type { TimelineLane } from './timeline-lane.ts';
import { TimelinePointer } from './timeline-pointer.tsx';
import type { TimelineView } from './timeline-view.ts';
import { gapWords, tickLabel } from './timeline-words.ts';
import type { Tick } from './ticks.ts';
import { useTimelineDrawing } from './use-timeline-drawing.ts';
import type { Selection } from './pointer-control.ts';
import classes from './timeline.module.css';

interface TimelineProps {
  timeZone: string;
  view: TimelineView;
  coverage: DrawnCoverage;
  /** What is kept longer, and what is not. */
  storage: readonly StoragePiece[];
  /** The range marked for an export. */
  selection: Selection | null;
  /** Marks of what was seen. */
  lane?: TimelineLane | undefined;
  isLive: boolean;
  /** The instant on screen and the core's clock, read whenever the timeline draws. UTC ms. */
  positionMs: () => number;
  nowMs: () => number;
  thumbnailOf?: ThumbnailSource | undefined;
  onView: (view: TimelineView) => void;
  onSeek: (utcMs: number) => void;
  onSelection: (selection: Selection) => void;
}

/** Recorded, motion and gaps of one camera over time; a slider for the instant on screen. Always left to right. */
export function Timeline(props: TimelineProps) {
  const { t } = useTranslation();
  const { timeZone, view, coverage, storage, selection, lane, positionMs, nowMs } = props;
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const labelOf = useCallback((tick: Tick) => tickLabel(tick, timeZone), [timeZone]);
  const gapWordsOf = useCallback((gap: DrawnCoverage['gaps'][number]) => gapWords(gap, t), [t]);
  const clockOf = (utcMs: number): string => formatClock(utcMs, timeZone, 'second');
  const width = useTimelineDrawing(canvas, {
    view,
    timeZone,
    coverage,
    storage,
    selection,
    lane,
    positionMs,
    nowMs,
    labelOf,
    gapWordsOf,
    uncertainWords: t('recordings.timeline.uncertain'),
    clockOf,
  });
  // Live, a value that changes every second would be read aloud every second.
  const time = formatTime(positionMs(), timeZone, props.isLive ? 'time' : 'seconds');
  return (
    <div
      ref={root}
      className={classes.timeline}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={t('recordings.timeline.label')}
      aria-valuemin={Math.round(view.fromMs / 1000)}
      aria-valuemax={Math.round(view.toMs / 1000)}
      aria-valuenow={Math.round(positionMs() / 1000)}
      aria-valuetext={
        props.isLive
          ? t('recordings.timeline.valueLive', { time })
          : `${formatTime(positionMs(), timeZone, 'day')} ${time}`
      }
      data-testid="timeline"
    >
      <canvas ref={canvas} className={classes.canvas} />
      <TimelinePointer
        root={root}
        timeZone={timeZone}
        view={view}
        width={width}
        coverage={coverage}
        storage={storage}
        selection={selection}
        lane={lane}
        positionMs={positionMs}
        nowMs={nowMs}
        thumbnailOf={props.thumbnailOf}
        onView={props.onView}
        onSeek={props.onSeek}
        onSelection={props.onSelection}
      />
    </div>
  );
}

import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatTime } from '../../../platform/i18n/format-time.ts';
import { isRecordedAt, type DrawnCoverage } from '../coverage/coverage-tiles.ts';
import type { StoragePiece } from '../storage/storage-pieces.ts';
import type { ThumbnailSource } from './thumbnail-cache.ts';
import type { TimelineLane } from './timeline-lane.ts';
import { MarkTip, TimelineTip } from './timeline-tip.tsx';
import { instantAt, spanOf } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';
import { gapWords, tickLabel } from './timeline-words.ts';
import type { Tick } from './ticks.ts';
import { useThumbnail } from './use-thumbnail.ts';
import { useTimelineDrawing } from './use-timeline-drawing.ts';
import { useTimelinePointer } from './use-timeline-pointer.ts';
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

/** Pictures under the pointer are asked for at this many pixels' distance, but not closer than a second. */
const thumbnailPixels = 6;

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
  const markAt = (x: number, y: number) => lane?.hit({ x, y, view, width, nowMs: nowMs() }) ?? null;
  const { hoverX, hoverY, scrubMs } = useTimelinePointer(root, {
    view,
    width,
    positionMs,
    nowMs,
    selection,
    markAt,
    onView: props.onView,
    onSeek: props.onSeek,
    onSelection: props.onSelection,
  });
  const mark = hoverX === null || scrubMs !== null ? null : markAt(hoverX, hoverY);
  const step = Math.max(1000, Math.round((spanOf(view) / Math.max(1, width)) * thumbnailPixels));
  const pointedMs = hoverX === null || mark !== null || width === 0 ? null : instantAt(view, width, hoverX);
  const tipMs = scrubMs ?? pointedMs;
  const hasFootage = tipMs !== null && isRecordedAt(coverage, tipMs, nowMs());
  const picture = useThumbnail(props.thumbnailOf, hasFootage ? tipMs : null, step);
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
      data-scrubbing={scrubMs !== null}
      data-mark={mark?.key}
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
      {mark && lane && (
        <MarkTip x={mark.x} width={width}>
          {lane.tip(mark)}
        </MarkTip>
      )}
      {hoverX !== null && tipMs !== null && (
        <TimelineTip
          x={hoverX}
          width={width}
          atMs={tipMs}
          nowMs={nowMs()}
          timeZone={timeZone}
          coverage={coverage}
          storage={storage}
          picture={picture}
        />
      )}
    </div>
  );
}

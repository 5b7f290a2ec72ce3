import { useEffect, type RefObject } from 'react';
import { isRecordedAt, type DrawnCoverage } from '../coverage/coverage-tiles.ts';
import type { StoragePiece } from '../storage/storage-pieces.ts';
import type { PointerRequests } from './pointer-control.ts';
import type { ThumbnailSource } from './thumbnail-cache.ts';
import type { TimelineLane } from './timeline-lane.ts';
import { MarkTip, TimelineTip } from './timeline-tip.tsx';
import { instantAt, spanOf } from './timeline-view.ts';
import { useThumbnail } from './use-thumbnail.ts';
import { useTimelinePointer } from './use-timeline-pointer.ts';

interface TimelinePointerProps extends Omit<PointerRequests, 'markAt'> {
  /** The timeline itself. */
  root: RefObject<HTMLElement | null>;
  timeZone: string;
  coverage: DrawnCoverage;
  storage: readonly StoragePiece[];
  lane: TimelineLane | undefined;
  thumbnailOf: ThumbnailSource | undefined;
}

/** Pictures under the pointer are asked for at this many pixels' distance, but not closer than a second. */
const thumbnailPixels = 6;

/** What lies under the pointer. Apart from the timeline, so that a pointer that moves draws nothing else again. */
export function TimelinePointer(props: TimelinePointerProps) {
  const { root, view, width, nowMs, lane, coverage } = props;
  const markAt: PointerRequests['markAt'] = (x, y) => lane?.hit({ x, y, view, width, nowMs: nowMs() }) ?? null;
  const { hoverX, hoverY, scrubMs } = useTimelinePointer(root, { ...props, markAt });
  const mark = hoverX === null || scrubMs !== null ? null : markAt(hoverX, hoverY);
  const isScrubbing = scrubMs !== null;
  const markKey = mark?.key;
  useEffect(() => {
    root.current?.setAttribute('data-scrubbing', String(isScrubbing));
    if (markKey === undefined) root.current?.removeAttribute('data-mark');
    else root.current?.setAttribute('data-mark', markKey);
  }, [root, isScrubbing, markKey]);
  const step = Math.max(1000, Math.round((spanOf(view) / Math.max(1, width)) * thumbnailPixels));
  const pointedMs = hoverX === null || mark !== null || width === 0 ? null : instantAt(view, width, hoverX);
  const tipMs = scrubMs ?? pointedMs;
  const hasFootage = tipMs !== null && isRecordedAt(coverage, tipMs, nowMs());
  const picture = useThumbnail(props.thumbnailOf, hasFootage ? tipMs : null, step);
  return (
    <>
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
          timeZone={props.timeZone}
          coverage={coverage}
          storage={props.storage}
          picture={picture}
        />
      )}
    </>
  );
}

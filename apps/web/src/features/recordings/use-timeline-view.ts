import { useEffect, useEffectEvent, useState } from 'react';
import { clamped, following, viewAround, zoomed } from './timeline/timeline-view.ts';
import type { TimelineView } from './timeline/timeline-view.ts';

interface ViewSource {
  positionMs: () => number;
  nowMs: () => number;
  isLive: boolean;
}

export interface ViewHandle {
  view: TimelineView;
  /** The person moved or zoomed: the view follows on only while the playhead is in it. */
  move: (view: TimelineView) => void;
  /** Zooms around the playhead. */
  zoom: (factor: number) => void;
  setSpan: (spanMs: number) => void;
  /** Brings the playhead back into the view. */
  show: (utcMs: number) => void;
}

const firstSpanMs = 3_600_000;
const followEveryMs = 250;

const holds = (view: TimelineView, utcMs: number): boolean => utcMs >= view.fromMs && utcMs <= view.toMs;

/** What the timeline shows: follows the playhead until the person looks elsewhere. */
export function useTimelineView({ positionMs, nowMs, isLive }: ViewSource): ViewHandle {
  const [view, setView] = useState(() => clamped(viewAround(positionMs(), firstSpanMs, isLive), nowMs()));
  const [isFollowing, setFollowing] = useState(true);
  const follow = useEffectEvent(() => {
    if (!isFollowing) return;
    setView((now) => {
      const next = following(now, positionMs(), isLive);
      return next === now ? now : clamped(next, nowMs());
    });
  });
  useEffect(() => {
    const timer = setInterval(() => follow(), followEveryMs);
    return () => clearInterval(timer);
  }, []);
  const move = (next: TimelineView): void => {
    const kept = clamped(next, nowMs());
    setView(kept);
    setFollowing(holds(kept, positionMs()));
  };
  return {
    view,
    move,
    zoom: (factor) =>
      move(zoomed(view, factor, holds(view, positionMs()) ? positionMs() : (view.fromMs + view.toMs) / 2)),
    setSpan: (spanMs) => move(viewAround(positionMs(), spanMs, isLive)),
    show: (utcMs) => {
      setFollowing(true);
      setView((now) => (holds(now, utcMs) ? now : clamped(viewAround(utcMs, now.toMs - now.fromMs, isLive), nowMs())));
    },
  };
}

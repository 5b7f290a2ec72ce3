import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { grownTo } from '../coverage/coverage-tiles.ts';
import type { DrawnCoverage } from '../coverage/coverage-tiles.ts';
import type { StoragePiece } from '../storage/storage-pieces.ts';
import { drawPlayhead, drawRuler, drawSelection } from './draw-ruler.ts';
import { drawGaps, drawRecorded, drawSmart, drawUncertain } from './draw-track.ts';
import { sizeCanvas } from './size-canvas.ts';
import { ticksOf } from './ticks.ts';
import type { Tick } from './ticks.ts';
import type { TimelineLane } from './timeline-lane.ts';
import { timelineHeight } from './timeline-layout.ts';
import { readPalette, tokensOf } from './timeline-palette.ts';
import { pixelOf } from './timeline-view.ts';
import type { TimelineView } from './timeline-view.ts';

export interface TimelineScene {
  view: TimelineView;
  timeZone: string;
  coverage: DrawnCoverage;
  storage: readonly StoragePiece[];
  selection: { fromUtcMs: number; toUtcMs: number } | null;
  lane: TimelineLane | undefined;
  positionMs: () => number;
  nowMs: () => number;
  labelOf: (tick: Tick) => string;
  gapWordsOf: (gap: DrawnCoverage['gaps'][number]) => string;
  /** What is said of recordings that may be from another time. */
  uncertainWords: string;
  clockOf: (utcMs: number) => string;
}

/** Often enough for a playhead that seems to glide at the closest zoom, rare enough to cost nothing. */
const drawEveryMs = 50;

/** Draws the timeline when something visible changed. Answers the width, for those who turn pixels into instants. */
export function useTimelineDrawing(canvas: RefObject<HTMLCanvasElement | null>, scene: TimelineScene): number {
  const [width, setWidth] = useState(0);
  const drawn = useRef('');
  const draw = useEffectEvent((element: HTMLCanvasElement) => {
    const now = scene.nowMs();
    const position = scene.positionMs();
    const playhead = pixelOf(scene.view, width, position);
    const clock = scene.clockOf(position);
    const signature = [
      width,
      Math.round(playhead * 2),
      Math.round(pixelOf(scene.view, width, now)),
      clock,
      document.documentElement.dataset.mantineColorScheme,
    ].join('|');
    if (signature === drawn.current || width === 0) return;
    drawn.current = signature;
    paint(element, { scene, width, now, playhead, clock });
  });
  const forget = useEffectEvent(() => {
    drawn.current = '';
  });

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    const timer = setInterval(() => draw(element), drawEveryMs);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [canvas]);
  useEffect(() => {
    forget();
    if (canvas.current) draw(canvas.current);
  }, [
    canvas,
    width,
    scene.view,
    scene.coverage,
    scene.storage,
    scene.selection,
    scene.lane,
    scene.labelOf,
    scene.gapWordsOf,
    scene.uncertainWords,
  ]);
  return width;
}

interface Painting {
  scene: TimelineScene;
  width: number;
  now: number;
  playhead: number;
  clock: string;
}

function paint(element: HTMLCanvasElement, { scene, width, now, playhead, clock }: Painting): void {
  const context = element.getContext('2d');
  if (!context) return;
  sizeCanvas(element, context, { width, height: timelineHeight });
  context.direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  const palette = readPalette(element);
  const canvas = { context, palette, view: scene.view, width };
  const coverage = grownTo(scene.coverage, now);
  drawRecorded(canvas, coverage, now);
  drawSmart(canvas, scene.storage);
  drawUncertain(canvas, coverage.uncertain, scene.uncertainWords);
  drawRuler(canvas, { ticks: ticksOf(scene.view, width, scene.timeZone), labelOf: scene.labelOf, playhead });
  drawGaps(canvas, coverage.gaps, scene.gapWordsOf);
  scene.lane?.draw({ context, view: scene.view, width, nowMs: now, token: tokensOf(element) });
  if (scene.selection) drawSelection(canvas, scene.selection);
  context.direction = 'ltr';
  drawPlayhead(canvas, playhead, clock);
}

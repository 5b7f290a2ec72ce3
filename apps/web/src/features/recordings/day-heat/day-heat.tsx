import { startOfDay } from '@sightline/domain/time/zone-time';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatClock, formatTime } from '../../../platform/i18n/format-time.ts';
import { leftToRight } from '../../../platform/i18n/left-to-right.ts';
import { useOnceIdle } from '../../../ui/time/use-once-idle.ts';
import { useCoverage } from '../coverage/use-coverage.ts';
import type { TimelineView } from '../timeline/timeline-view.ts';
import { drawHeat } from './draw-heat.ts';
import { busiestShare, heatCells } from './heat-cells.ts';
import classes from './day-heat.module.css';

interface DayHeatProps {
  cameraId: string;
  stream: 'main' | 'sub';
  timeZone: string;
  /** What the timeline shows, marked on the day. */
  view: TimelineView;
  positionMs: number;
  nowMs: number;
  onSeek: (utcMs: number) => void;
}

type Pixels = [number, number, number, number];

const cellCount = 288;
const hours = 24;

/** The site's day on screen in one line: where it is dark, much moved. A press goes there. Always left to right. */
export function DayHeat(props: DayHeatProps) {
  // It asks for a whole day and draws it; the picture above is what somebody waits for.
  const isIdle = useOnceIdle();
  if (isIdle) return <Heat {...props} />;
  return (
    <div className={classes.heat}>
      <div className={classes.canvas} />
    </div>
  );
}

function Heat({ cameraId, stream, timeZone, view, positionMs, nowMs, onSeek }: DayHeatProps) {
  const { t } = useTranslation();
  const fromMs = startOfDay(positionMs, timeZone);
  const day = useMemo(() => ({ fromMs, toMs: startOfDay(fromMs, timeZone, 1) }), [fromMs, timeZone]);
  const { coverage } = useCoverage({ cameraId, stream, view: day, nowMs, isEnabled: true });
  const cells = useMemo(() => heatCells(coverage, day, cellCount), [coverage, day]);
  const busiest = busiestShare(cells, hours);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [hoverX, setHoverX] = useState<number | null>(null);
  const instantAt = (x: number): number => day.fromMs + (x / Math.max(1, width)) * (day.toMs - day.fromMs);
  const pixel = (utcMs: number): number => Math.round(((utcMs - day.fromMs) / (day.toMs - day.fromMs)) * width);
  const [playhead, now, from, to] = [positionMs, nowMs, view.fromMs, view.toMs].map(pixel) as Pixels;
  const theme = document.documentElement.dataset.mantineColorScheme;
  useEffect(() => {
    if (canvas.current && width > 0) drawHeat(canvas.current, { cells, playhead, now, from, to, width });
  }, [cells, playhead, now, from, to, width, theme]);
  const press = useEffectEvent((x: number) => onSeek(Math.min(nowMs, Math.round(instantAt(x)))));
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const xOf = (event: MouseEvent): number => event.clientX - element.getBoundingClientRect().x;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('click', (event) => press(xOf(event)), { signal });
    element.addEventListener('pointermove', (event) => setHoverX(event.pointerType === 'mouse' ? xOf(event) : null), {
      signal,
    });
    element.addEventListener('pointerleave', () => setHoverX(null), { signal });
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, []);
  const dayName = formatTime(day.fromMs, timeZone, 'day');
  const clock = (utcMs: number): string => leftToRight(formatClock(utcMs, timeZone, 'minute'));
  const busy = day.fromMs + (busiest ?? 0) * (day.toMs - day.fromMs);
  const label =
    busiest === null
      ? t('recordings.heat.none', { day: dayName })
      : t('recordings.heat.busiest', {
          day: dayName,
          from: clock(busy),
          to: clock(busy + (day.toMs - day.fromMs) / hours),
        });
  return (
    <div className={classes.heat} dir="ltr" data-testid="day-heat">
      <canvas ref={canvas} className={classes.canvas} role="img" aria-label={label} />
      {hoverX !== null && (
        <span className={classes.tip} style={{ insetInlineStart: Math.min(Math.max(hoverX, 24), width - 24) }}>
          {clock(instantAt(hoverX))}
        </span>
      )}
    </div>
  );
}

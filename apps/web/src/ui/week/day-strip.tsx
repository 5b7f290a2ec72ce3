import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { typedText } from '../../platform/i18n/typed-time.ts';
import { minuteAfterKey, snapped, withDrawn, withEnd, withMoved } from './drawn-hours.ts';
import { clockOf, endOfDay, type Hours } from './week-hours.ts';
import classes from './day-strip.module.css';

interface DayStripProps {
  /** Name of the day. */
  day: string;
  hours: readonly Hours[];
  onChange: (hours: readonly Hours[]) => void;
}

type Drag = { hours: readonly Hours[]; anchor: number } & (
  | { kind: 'draw' }
  | { kind: 'move'; index: number }
  | { kind: 'from' | 'to'; index: number }
);

const percent = (minute: number): string => `${String((minute / endOfDay) * 100)}%`;

/** What was pressed: an end of a span, the span itself, or free time. */
function grabbed(target: EventTarget): { kind: 'draw' } | { kind: 'move' | 'from' | 'to'; index: number } {
  const span = target instanceof Element ? target.closest<HTMLElement>('[data-span]') : null;
  if (span === null) return { kind: 'draw' };
  const end = (target as Element).closest<HTMLElement>('[data-end]')?.dataset.end;
  return { kind: end === 'from' || end === 'to' ? end : 'move', index: Number(span.dataset.span) };
}

const changed = (drag: Drag, minute: number): readonly Hours[] => {
  if (drag.kind === 'draw') return withDrawn(drag.hours, drag.anchor, minute);
  if (drag.kind === 'move')
    return withMoved(drag.hours, drag.index, snapped(minute - drag.anchor + endOfDay) - endOfDay);
  return withEnd(drag.hours, drag.index, { end: drag.kind, minute: snapped(minute) });
};

/** The hours of one day as a band: a span is drawn, moved and pulled at its ends; each end is also moved by arrow keys, and Delete removes its span. Never mirrored, as every band of time. */
export function DayStrip({ day, hours, onChange }: DayStripProps) {
  const { t } = useTranslation();
  const strip = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const minuteAt = (event: PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect();
    return box === undefined ? 0 : ((event.clientX - box.left) / box.width) * endOfDay;
  };
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    strip.current?.setPointerCapture(event.pointerId);
    const anchor = minuteAt(event);
    drag.current = { hours, anchor, ...grabbed(event.target) };
  };
  const pull = (event: PointerEvent): void => {
    if (drag.current === null) return;
    const next = changed(drag.current, minuteAt(event));
    if (next !== hours) onChange(next);
  };
  const press = (event: KeyboardEvent, index: number, end: 'from' | 'to'): void => {
    const span = hours[index];
    if (span === undefined) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      return onChange(hours.toSpliced(index, 1));
    }
    const minute = minuteAfterKey(event.key, end === 'from' ? span.fromMinute : span.toMinute, event.shiftKey);
    if (minute === null) return;
    event.preventDefault();
    onChange(withEnd(hours, index, { end, minute }));
  };
  const handle = (span: Hours, index: number, end: 'from' | 'to') => {
    const minute = end === 'from' ? span.fromMinute : span.toMinute;
    return (
      <span
        role="slider"
        tabIndex={0}
        data-end={end}
        className={classes.handle}
        aria-label={t(`common.week.${end === 'from' ? 'start' : 'end'}`, { day, number: index + 1 })}
        aria-valuemin={0}
        aria-valuemax={endOfDay}
        aria-valuenow={minute}
        aria-valuetext={typedText(clockOf(minute), 'clock')}
        onKeyDown={(event) => press(event, index, end)}
      />
    );
  };
  return (
    <div
      ref={strip}
      className={classes.strip}
      dir="ltr"
      data-testid={`strip-${day}`}
      onPointerDown={begin}
      onPointerMove={pull}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    >
      {hours.map((span, index) => (
        <span
          // Spans have no name but their place.
          key={`span ${String(index)}`}
          data-span={index}
          className={classes.on}
          style={{
            insetInlineStart: percent(span.fromMinute),
            inlineSize: percent(Math.max(0, span.toMinute - span.fromMinute)),
          }}
        >
          {handle(span, index, 'from')}
          {handle(span, index, 'to')}
        </span>
      ))}
    </div>
  );
}

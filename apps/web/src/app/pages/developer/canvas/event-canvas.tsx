import type { Event } from '@sightline/contracts/events/event';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../developer.module.css';
import { eventPoints } from './event-points.ts';

const tokens: Partial<Record<Event['class'], string>> = { person: '--s-person', vehicle: '--s-vehicle' };
const radiusPx = 4;
const marginPx = 16;

const draw = (canvas: HTMLCanvasElement, events: readonly Event[]): void => {
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(canvas);
  for (const { x, y, class: kind } of eventPoints(events)) {
    context.fillStyle = style.getPropertyValue(tokens[kind] ?? '--s-text-3');
    context.beginPath();
    context.arc(
      marginPx + x * (width - 2 * marginPx),
      marginPx + y * (height - 2 * marginPx),
      radiusPx,
      0,
      2 * Math.PI,
    );
    context.fill();
  }
};

/** Events as points: time from left to right, score from bottom to top, colour by class. */
export function EventCanvas({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => draw(element, events));
    observer.observe(element);
    return () => observer.disconnect();
  }, [events]);
  return (
    <canvas
      ref={canvas}
      className={classes.canvas}
      role="img"
      aria-label={t('developer.canvas.label', { count: events.length })}
      dir="ltr"
    />
  );
}

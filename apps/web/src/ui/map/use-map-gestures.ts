import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { panned, zoomed, type MapView, type ViewSize, type WorldPoint } from '../../platform/geo/mercator.ts';

interface Gestures {
  surface: RefObject<HTMLElement | null>;
  size: ViewSize;
  maxZoom: number;
  onView: (change: (view: MapView) => MapView) => void;
}

const keyPx = 80;
const wheelStep = 1 / 300;

const pushes: Readonly<Record<string, WorldPoint>> = {
  ArrowLeft: { x: keyPx, y: 0 },
  ArrowRight: { x: -keyPx, y: 0 },
  ArrowUp: { x: 0, y: keyPx },
  ArrowDown: { x: 0, y: -keyPx },
};
const zooms: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };

const between = ([a, b]: readonly WorldPoint[]): { middle: WorldPoint; apart: number } | null =>
  a === undefined || b === undefined
    ? null
    : { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };

/** React hears the wheel too late to keep the page from scrolling. */
const useWheel = (surface: RefObject<HTMLElement | null>, take: (event: WheelEvent) => void): void =>
  useEffect(() => {
    const element = surface.current;
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      take(event);
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });

/** Moving the map by pointer, two fingers, wheel, and keys while anything in it has the focus. */
export const useMapGestures = ({ surface, size, maxZoom, onView }: Gestures) => {
  const pointers = useRef(new Map<number, WorldPoint>());
  const placeOf = (event: { clientX: number; clientY: number }): WorldPoint => {
    const box = surface.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  useWheel(surface, (event) => {
    const place = placeOf(event);
    onView((view) => zoomed(view, -event.deltaY * wheelStep, { place, size, maxZoom }));
  });
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest('button, a') !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pointers.current.set(event.pointerId, placeOf(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const pinchBefore = between([...pointers.current.values()]);
    const now = placeOf(event);
    pointers.current.set(event.pointerId, now);
    const pinch = between([...pointers.current.values()]);
    if (pinch === null || pinchBefore === null)
      return onView((view) => panned(view, { x: now.x - before.x, y: now.y - before.y }));
    onView((view) => {
      const moved = panned(view, {
        x: pinch.middle.x - pinchBefore.middle.x,
        y: pinch.middle.y - pinchBefore.middle.y,
      });
      return zoomed(moved, Math.log2(pinch.apart / pinchBefore.apart), { place: pinch.middle, size, maxZoom });
    });
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => void pointers.current.delete(event.pointerId);
  const middle = { x: size.width / 2, y: size.height / 2 };
  const zoomBy = (steps: number): void => onView((view) => zoomed(view, steps, { place: middle, size, maxZoom }));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const push = pushes[event.key];
    const steps = zooms[event.key];
    if ((push === undefined && steps === undefined) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (push !== undefined) onView((view) => panned(view, push));
    if (steps !== undefined) zoomBy(steps);
  };
  return { zoomBy, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onKeyDown } };
};

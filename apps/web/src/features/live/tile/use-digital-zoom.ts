import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { draggedBy, wholePicture, zoomedAt } from './digital-zoom.ts';
import type { DigitalZoom } from './digital-zoom.ts';

const wheelStep = 1.0015;
const buttonStep = 1.5;
const middle = { x: 0.5, y: 0.5 };

interface ZoomHandle {
  zoom: DigitalZoom;
  zoomIn(): void;
  zoomOut(): void;
  reset(): void;
}

interface Point {
  x: number;
  y: number;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

type Change = (change: (zoom: DigitalZoom) => DigitalZoom) => void;

function listenForZoom(element: HTMLElement, change: Change, signal: AbortSignal): void {
  const held = new Map<number, Point>();
  const shareOf = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
  };
  const onMove = (event: PointerEvent): void => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const now = shareOf(event);
    held.set(event.pointerId, now);
    const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
    if (other) change((zoom) => pinched(zoom, { before, now, other }));
    else change((zoom) => (zoom.scale > 1 ? draggedBy(zoom, { x: now.x - before.x, y: now.y - before.y }) : zoom));
  };
  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    change((zoom) => zoomedAt(zoom, wheelStep ** -event.deltaY, shareOf(event)));
  };
  const onDown = (event: PointerEvent): void => {
    if (event.target instanceof Element && event.target.closest('button, a') !== null) return;
    held.set(event.pointerId, shareOf(event));
  };
  const onUp = (event: PointerEvent): void => void held.delete(event.pointerId);
  element.addEventListener('wheel', onWheel, { passive: false, signal });
  element.addEventListener('pointerdown', onDown, { signal });
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', onUp, { signal });
}

const pinched = (zoom: DigitalZoom, { before, now, other }: { before: Point; now: Point; other: Point }): DigitalZoom =>
  zoomedAt(zoom, distance(now, other) / Math.max(0.01, distance(before, other)), {
    x: (now.x + other.x) / 2,
    y: (now.y + other.y) / 2,
  });

/** Enlarges the picture of a tile: wheel, two fingers, buttons; dragging moves it once it is enlarged. */
export function useDigitalZoom(tile: RefObject<HTMLElement | null>): ZoomHandle {
  const [zoom, setZoom] = useState(wholePicture);
  useEffect(() => {
    const listening = new AbortController();
    if (tile.current) listenForZoom(tile.current, setZoom, listening.signal);
    return () => listening.abort();
  }, [tile]);
  return {
    zoom,
    zoomIn: () => setZoom((now) => zoomedAt(now, buttonStep, middle)),
    zoomOut: () => setZoom((now) => zoomedAt(now, 1 / buttonStep, middle)),
    reset: () => setZoom(wholePicture),
  };
}

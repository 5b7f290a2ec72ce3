import { useEffect, useRef, useState } from 'react';
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

/** Enlarges the picture of a tile: wheel, two fingers, buttons; dragging moves it once it is enlarged. */
export function useDigitalZoom(tile: RefObject<HTMLElement | null>): ZoomHandle {
  const [zoom, setZoom] = useState(wholePicture);
  const pointers = useRef(new Map<number, Point>());

  useEffect(() => {
    const element = tile.current;
    if (!element) return;
    const held = pointers.current;
    const shareOf = (event: { clientX: number; clientY: number }): Point => {
      const box = element.getBoundingClientRect();
      return { x: (event.clientX - box.x) / box.width, y: (event.clientY - box.y) / box.height };
    };
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault();
      setZoom((now) => zoomedAt(now, wheelStep ** -event.deltaY, shareOf(event)));
    };
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Element && event.target.closest('button, a') !== null) return;
      held.set(event.pointerId, shareOf(event));
    };
    const onMove = (event: PointerEvent): void => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const now = shareOf(event);
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1];
      if (other)
        setZoom((zoomNow) =>
          zoomedAt(zoomNow, distance(now, other) / Math.max(0.01, distance(before, other)), { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }),
        );
      else setZoom((zoomNow) => (zoomNow.scale > 1 ? draggedBy(zoomNow, { x: now.x - before.x, y: now.y - before.y }) : zoomNow));
      held.set(event.pointerId, now);
    };
    const onUp = (event: PointerEvent): void => void held.delete(event.pointerId);
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', onUp);
    };
  }, [tile]);

  return {
    zoom,
    zoomIn: () => setZoom((now) => zoomedAt(now, buttonStep, middle)),
    zoomOut: () => setZoom((now) => zoomedAt(now, 1 / buttonStep, middle)),
    reset: () => setZoom(wholePicture),
  };
}

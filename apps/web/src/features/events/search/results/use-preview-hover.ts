import type { Event } from '@sightline/contracts/events/event';
import { useEffect, useRef, type PointerEvent } from 'react';

const pointerRestMs = 150;
const focusRestMs = 600;

/** Asks for the preview of an event when a mouse, or the focus, rests on it. Fingers open the event instead. */
export function usePreviewHover(event: Event, onPreview: (event: Event | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const after = (ms: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onPreview(event), ms);
  };
  const end = (): void => {
    clearTimeout(timer.current);
    onPreview(null);
  };
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') after(pointerRestMs);
    },
    onPointerLeave: end,
    onWheel: end,
    onFocus: () => after(focusRestMs),
    onBlur: end,
  };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';

const fadeAfterMs = 3000;

/** Whether what lies over a picture has faded, and how a tap takes it away at once. */
export interface Fading {
  isFaded: boolean;
  /** A tap takes it away, unless it came with the touch of that very tap. */
  tap: () => void;
}

/** What lies over a picture fades when nobody moved, touched or typed there for 3 s, and comes back with the next of these. */
export function useFading(place: RefObject<HTMLElement | null>): Fading {
  const [isFaded, setFaded] = useState(false);
  const cameWithTouch = useRef(false);
  const touched = useEffectEvent(() => {
    cameWithTouch.current = isFaded;
  });
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = (): void => {
      setFaded(false);
      clearTimeout(timer);
      timer = setTimeout(() => setFaded(true), fadeAfterMs);
    };
    wake();
    // Before the touch wakes it.
    element.addEventListener('pointerdown', () => touched(), { signal: listening.signal, capture: true });
    for (const name of ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const)
      element.addEventListener(name, wake, { signal: listening.signal });
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [place]);
  return { isFaded, tap: () => setFaded(!cameWithTouch.current) };
}

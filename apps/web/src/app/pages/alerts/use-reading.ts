import { useCallback, useEffect, useRef } from 'react';

/** What came above the list may have moved it by so much while somebody read at its top; a row of it is more. */
const scrolledPx = 71;

/** Somebody who opened an alert reads it so long after their last touch. */
const readingMs = 10_000;

/** Whether somebody reads: the pointer is over the list, it was scrolled, or an alert is open and the page was touched lately. */
export function useReading(openId: string | undefined) {
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const touchedMs = useRef(0);
  const open = useRef(openId);
  useEffect(() => {
    open.current = openId;
  }, [openId]);
  useEffect(() => {
    const touch = (): void => {
      touchedMs.current = performance.now();
    };
    const kinds = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;
    for (const kind of kinds) document.addEventListener(kind, touch, { passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, touch);
    };
  }, []);
  const isReading = useCallback(
    (): boolean =>
      isOver.current ||
      (scroller.current?.scrollTop ?? 0) > scrolledPx ||
      (open.current !== undefined && performance.now() - touchedMs.current < readingMs),
    [],
  );
  const hover = useCallback((over: boolean): void => {
    isOver.current = over;
  }, []);
  return { scroller, isReading, hover };
}

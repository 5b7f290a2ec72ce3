import { useEffect, useEffectEvent, type RefObject } from 'react';

/**
 * Rows stay where they are on the screen when something comes above their list, or goes: nothing moves under whoever reads. Where nobody does,
 * the list begins with its first row.
 */
export function useSteadyRows(scroller: RefObject<HTMLElement | null>, isReading: () => boolean): void {
  const isSteady = useEffectEvent(isReading);
  useEffect(() => {
    const list = scroller.current;
    if (list === null) return undefined;
    let topPx = list.getBoundingClientRect().top;
    // Told after the layout and before anything of it is drawn.
    const observer = new ResizeObserver(() => {
      const movedPx = list.getBoundingClientRect().top - topPx;
      topPx += movedPx;
      if (movedPx < 0 || isSteady()) list.scrollTop += movedPx;
    });
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller]);
}

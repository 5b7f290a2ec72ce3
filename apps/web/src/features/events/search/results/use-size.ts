import { useLayoutEffect, useState, type RefObject } from 'react';

/** Inner width of an element, and how far below the top of its scroller it begins; both in px, kept true. */
export function useSize(
  element: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): { width: number; top: number } {
  const [size, setSize] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const [own, outer] = [element.current, scroller.current];
    if (!own || !outer) return;
    const read = (): void => {
      const width = own.clientWidth;
      const top = Math.round(own.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop);
      setSize((known) => (known.width === width && known.top === top ? known : { width, top }));
    };
    read();
    const watch = new ResizeObserver(read);
    // What stands above the element moves it without changing its size.
    for (const part of [own, outer, ...(own.parentElement?.children ?? [])]) watch.observe(part);
    return () => watch.disconnect();
  }, [element, scroller]);
  return size;
}

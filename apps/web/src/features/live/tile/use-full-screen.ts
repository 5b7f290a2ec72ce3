import { useSyncExternalStore } from 'react';
import type { RefObject } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** A browser may refuse full screen (no gesture, a policy): the page then simply stays as it is. */
const refused = (thrown: unknown): void => {
  if (!(thrown instanceof TypeError || thrown instanceof DOMException)) throw thrown;
};

/** Whether the element fills the screen, and a switch. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = (): void => {
    if (document.fullscreenElement) document.exitFullscreen().catch(refused);
    else element.current?.requestFullscreen().catch(refused);
  };
  return { isFull, toggle };
}

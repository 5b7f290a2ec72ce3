import { useEffect, useEffectEvent } from 'react';
import { isCovered } from '../../../platform/keys/single-keys.ts';

/** Escape closes what is open beside the picture, once nothing lies above it and no full screen was left by it. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    const isFree = !event.defaultPrevented && !isCovered() && document.fullscreenElement === null;
    if (event.key === 'Escape' && isOpen && isFree) close();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => act(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { PictureFingers, type GestureRequest } from './picture-fingers.ts';

/** Lets fingers and a mouse work on the picture of a tile. */
export function usePictureGestures(tile: RefObject<HTMLElement | null>, request: GestureRequest): void {
  const fingers = useRef<PictureFingers | null>(null);
  const start = useEffectEvent((element: HTMLElement) => new PictureFingers(element, request));
  useEffect(() => {
    if (!tile.current) return;
    const made = start(tile.current);
    fingers.current = made;
    return () => made.stop();
  }, [tile]);
  useEffect(() => {
    if (fingers.current) fingers.current.request = request;
  });
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { nowhere, PointerControl } from './pointer-control.ts';
import type { PointerState, PointerRequests } from './pointer-control.ts';

/** Lets pointers work on the timeline; answers where they are. */
export function useTimelinePointer(element: RefObject<HTMLElement | null>, requests: PointerRequests): PointerState {
  const [state, setState] = useState<PointerState>(nowhere);
  const control = useRef<PointerControl | null>(null);
  const start = useEffectEvent((target: HTMLElement) => new PointerControl(target, requests, setState));
  useEffect(() => {
    if (!element.current) return;
    const made = start(element.current);
    control.current = made;
    return () => made.stop();
  }, [element]);
  useEffect(() => {
    if (control.current) control.current.requests = requests;
  });
  return state;
}

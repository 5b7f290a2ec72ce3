import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/** Whoever only passes over opens no view. Short, because the picture must be there soon: a fast hand is over a tile for half of it. */
const dwellMs = 30;

/** Whether a pointer rests on something, or the keyboard is at it. A finger does not rest: it presses. */
export function useDwell() {
  const [isOver, setOver] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const enter = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOver(true), dwellMs);
  };
  const leave = (): void => {
    clearTimeout(timer.current);
    setOver(false);
  };
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && enter(),
    onPointerLeave: leave,
    onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && enter(),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget) && leave(),
  };
  return { isOver, handlers };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KeyboardEvent as PressEvent, MouseEvent, PointerEvent } from 'react';
import { keyOf } from '../../platform/keys/key-of.ts';
import { isShortcut } from '../../platform/keys/single-keys.ts';
import type { TalkSession } from './talk-session.ts';

const talkKey = 't';

interface HoldToTalk {
  /** It goes on without being held. */
  isLatched: boolean;
  toggleLatch: () => void;
  /** What the button to be held needs. */
  hold: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: () => void;
    onPointerCancel: () => void;
    onBlur: () => void;
    onKeyDown: (event: PressEvent) => void;
    onKeyUp: (event: PressEvent) => void;
    onContextMenu: (event: MouseEvent) => void;
  };
}

const isPress = ({ key }: { key: string }): boolean => key === ' ' || key === 'Enter';

/** Talks while a button or the key T is held, or until it is switched off again. Whoever leaves the window lets go. */
export function useHoldToTalk(session: TalkSession, isEnabled: boolean): HoldToTalk {
  const [isLatched, setLatched] = useState(false);
  const isHeld = useRef(false);
  const press = (): void => {
    if (!isEnabled || isHeld.current) return;
    isHeld.current = true;
    if (!isLatched) void session.begin();
  };
  const release = (): void => {
    if (!isHeld.current) return;
    isHeld.current = false;
    if (!isLatched) session.end();
  };
  const toggleLatch = (): void => {
    setLatched(!isLatched);
    if (isLatched) session.end();
    else void session.begin();
  };
  useTalkKey(press, release);
  // Ended by another's will: the switch must not stay on.
  useEffect(
    () =>
      session.store.subscribe(({ phase }) => {
        if (phase === 'idle') setLatched(false);
      }),
    [session],
  );
  return {
    isLatched,
    toggleLatch,
    hold: {
      onPointerDown: (event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press();
      },
      onPointerUp: release,
      onPointerCancel: release,
      // Whoever moves on by the keyboard lets the key go elsewhere.
      onBlur: release,
      onKeyDown: (event) => {
        if (!isPress(event)) return;
        event.preventDefault();
        press();
      },
      onKeyUp: (event) => {
        if (isPress(event)) release();
      },
      // A long touch would open the menu of the browser.
      onContextMenu: (event) => event.preventDefault(),
    },
  };
}

/** The key T anywhere on the page, and leaving the window as letting go. */
function useTalkKey(press: () => void, release: () => void): void {
  // The key as it lies on the keyboard: what it writes may change while it is held.
  const heldCode = useRef<string | null>(null);
  const keyDown = useEffectEvent((event: KeyboardEvent) => {
    if (keyOf(event) !== talkKey || event.shiftKey || !isShortcut(event)) return;
    event.preventDefault();
    heldCode.current = event.code;
    press();
  });
  const keyUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.code === heldCode.current) release();
  });
  const letGo = useEffectEvent(release);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    document.addEventListener('keydown', (event) => keyDown(event), { signal });
    document.addEventListener('keyup', (event) => keyUp(event), { signal });
    globalThis.addEventListener('blur', () => letGo(), { signal });
    return () => stop.abort();
  }, []);
}

import { useEffect, useEffectEvent } from 'react';
import { keyOf } from '../../../platform/keys/key-of.ts';
import { isShortcut } from '../../../platform/keys/single-keys.ts';

/** Runs an action when its key is pressed and nobody is typing. Keys are lower case. */
export function useTileKeys(actions: Readonly<Record<string, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    const action = isShortcut(event) && !event.shiftKey ? actions[keyOf(event)] : undefined;
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, []);
}

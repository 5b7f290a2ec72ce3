import { useEffect, useEffectEvent } from 'react';
import { keyOf } from '../../platform/keys/key-of.ts';
import { isShortcut } from '../../platform/keys/single-keys.ts';

/** What one key does on the screen of alerts. `reopen` takes the last deed back, or opens again what is done. */
export type DeedName = 'take' | 'handled' | 'falseAlarm' | 'expected' | 'comment' | 'next' | 'previous' | 'reopen';

const deedOf: Readonly<Record<string, DeedName>> = {
  a: 'take',
  e: 'handled',
  f: 'falseAlarm',
  x: 'expected',
  c: 'comment',
  z: 'reopen',
  ArrowDown: 'next',
  j: 'next',
  ArrowUp: 'previous',
  k: 'previous',
};

/** Elements that arrow keys move something in. */
const ownArrows = '[role="slider"], [role="tablist"], input[type="range"]';

/** The keys of an operator; none while somebody types or a dialog is open. */
export function useAlertKeys(onDeed: (deed: DeedName) => void): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const deed = deedOf[keyOf(event)];
    if (deed === undefined || event.shiftKey || event.repeat || !isShortcut(event)) {
      // Held down, the arrows go on.
      if (deed !== 'next' && deed !== 'previous') return;
      if (!event.repeat || !isShortcut(event)) return;
    }
    if (event.key.startsWith('Arrow') && event.target instanceof Element && event.target.closest(ownArrows) !== null)
      return;
    event.preventDefault();
    onDeed(deed);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import type { PaletteEntry } from './palette-entry.ts';

interface ListOptions {
  entries: readonly PaletteEntry[];
  /** The entries belong to what is typed; until then Enter waits. */
  isSettled: boolean;
  onChoose: (entry: PaletteEntry, isNewTab: boolean) => void;
}

/** The entry that Enter would open, and the keys that move it. */
export interface PaletteList {
  active: PaletteEntry | undefined;
  point: (entry: PaletteEntry) => void;
  /** Back to the first one, because something else is typed. */
  reset: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves through the entries as through one list, however they are grouped. */
export function usePaletteList({ entries, isSettled, onChoose }: ListOptions): PaletteList {
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const [waiting, setWaiting] = useState<{ isNewTab: boolean } | null>(null);
  const active = entries.find(({ key }) => key === pointedKey) ?? entries[0];
  const choose = useEffectEvent((isNewTab: boolean) => {
    setWaiting(null);
    if (active !== undefined) onChoose(active, isNewTab);
  });
  // Enter right after the last letter means what that letter finds.
  useEffect(() => {
    if (waiting !== null && isSettled) choose(waiting.isNewTab);
  }, [waiting, isSettled]);
  const move = (to: number): void => setPointedKey(entries.at(to % entries.length)?.key ?? null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const at = active === undefined ? -1 : entries.indexOf(active);
    if (event.key === 'ArrowDown') move(at + 1);
    else if (event.key === 'ArrowUp') move(at - 1);
    else if (event.key === 'Enter') setWaiting({ isNewTab: event.ctrlKey || event.metaKey });
    else return;
    event.preventDefault();
  };
  const reset = (): void => {
    setPointedKey(null);
    setWaiting(null);
  };
  return { active, point: ({ key }) => setPointedKey(key), reset, onKeyDown };
}

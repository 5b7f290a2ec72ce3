import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { keyOf } from '../../../platform/keys/key-of.ts';
import { isCovered, isShortcut } from '../../../platform/keys/single-keys.ts';
import { paletteState, showPalette } from '../finding/palette-state.ts';

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLInputElement>('input[data-search="true"]');
  field?.focus();
  field?.select();
  return field !== null;
};

/** Ctrl+K or Cmd+K, told by the place of the key, so that a Hebrew keyboard has it too. */
const isFindKey = (event: KeyboardEvent): boolean =>
  event.code === 'KeyK' && event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey && !event.isComposing;

/** Opens the global search, also while typing, and closes it; not over another dialog. */
const toggleFind = (): void => {
  const { isOpen } = paletteState.getState();
  if (isOpen || !isCovered()) showPalette(!isOpen);
};

/** Keys that work on every screen: Ctrl+K global search, `?` help, `/` search field, `n` add a camera. */
export const useShellKeys = (onHelp: () => void): void => {
  const navigate = useNavigate();
  const act = useEffectEvent((key: string): boolean => {
    if (key === '/') return focusSearch();
    if (key === '?') onHelp();
    else if (key === 'n') void navigate({ to: '/cameras/add' });
    else return false;
    return true;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (isFindKey(event)) {
        // The browser has something else on it.
        event.preventDefault();
        if (!event.repeat) toggleFind();
      } else if (isShortcut(event) && act(keyOf(event))) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      // Whoever signs in next begins with the page.
      showPalette(false);
    };
  }, []);
};

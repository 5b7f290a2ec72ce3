import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isShortcut } from '../../platform/keys/single-keys.ts';

const focusSearch = (): boolean => {
  const field = document.querySelector<HTMLInputElement>('input[data-search="true"]');
  field?.focus();
  field?.select();
  return field !== null;
};

/** Keys that work on every screen: `?` help, `/` search field, `n` add a camera. */
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
      if (isShortcut(event) && act(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

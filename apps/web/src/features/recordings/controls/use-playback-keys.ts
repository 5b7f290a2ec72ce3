import { useEffect, useEffectEvent } from 'react';
import { keyOf } from '../../../platform/keys/key-of.ts';
import { isShortcut } from '../../../platform/keys/single-keys.ts';
import type { PlaybackActions, PlaybackState } from './playback-actions.ts';
import { faster } from './rates.ts';

const zoomStep = 1.6;

type KeyAction = (actions: PlaybackActions, state: PlaybackState) => void;

/** Arrow keys move in time, which runs left to right in every language. */
const keys: Readonly<Record<string, KeyAction>> = {
  ' ': (actions) => actions.togglePlay(),
  ArrowLeft: (actions) => actions.skip(-5000),
  ArrowRight: (actions) => actions.skip(5000),
  j: (actions) => actions.skip(-10_000),
  k: (actions) => actions.pause(),
  l: (actions, { isPlaying, rate }) => (isPlaying ? actions.setRate(faster(rate)) : actions.play()),
  ',': (actions) => actions.step(-1),
  '.': (actions) => actions.step(1),
  Home: (actions) => actions.goOldest(),
  End: (actions) => actions.goLive(),
  '+': (actions) => actions.zoom(1 / zoomStep),
  '=': (actions) => actions.zoom(1 / zoomStep),
  '-': (actions) => actions.zoom(zoomStep),
  g: (actions) => actions.openJump(),
};

/** On a button or link, Space and arrows belong to it. */
const own = 'button, a, [role="menuitem"], [role="switch"], summary';

/** Keys of playback: off while typing, inside dialogs, and when single keys are switched off. */
export function usePlaybackKeys(actions: PlaybackActions, state: PlaybackState): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    if (!isShortcut(event)) return;
    const key = keyOf(event);
    const action = keys[key];
    if (!action || (key === ' ' && event.target instanceof Element && event.target.closest(own) !== null)) return;
    event.preventDefault();
    action(actions, state);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => act(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

import type { CameraState } from '@sightline/contracts/cameras/camera';
import { createStore, useStore } from 'zustand';

/** States of cameras that can stand in the queue, worst first. */
export const queueStates = [
  'offline',
  'notRecording',
  'unhealthy',
  'notConnected',
] as const satisfies readonly CameraState[];

export type QueueState = (typeof queueStates)[number];

/** How somebody works the queue; kept in this browser, because it belongs to the desk. */
export interface OperatorPreferences {
  states: readonly QueueState[];
  showsCores: boolean;
  showsNotices: boolean;
  /** A short tone when something new comes into the queue. */
  hasTone: boolean;
}

export const firstPreferences: OperatorPreferences = {
  states: ['offline', 'notRecording', 'unhealthy'],
  showsCores: true,
  showsNotices: true,
  hasTone: false,
};

const key = 'sightline-operator';

/** Reads what was kept; what is broken or absent is as at first. */
export const preferencesOf = (text: string | null): OperatorPreferences => {
  if (text === null) return firstPreferences;
  try {
    const kept = JSON.parse(text) as Partial<Record<keyof OperatorPreferences, unknown>> | null;
    const states = Array.isArray(kept?.states)
      ? queueStates.filter((state) => (kept.states as unknown[]).includes(state))
      : firstPreferences.states;
    const flag = (name: 'showsCores' | 'showsNotices' | 'hasTone'): boolean =>
      typeof kept?.[name] === 'boolean' ? kept[name] : firstPreferences[name];
    return { states, showsCores: flag('showsCores'), showsNotices: flag('showsNotices'), hasTone: flag('hasTone') };
  } catch (broken) {
    if (!(broken instanceof SyntaxError)) throw broken;
    return firstPreferences;
  }
};

const readKept = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch (blocked) {
    if (!(blocked instanceof DOMException || blocked instanceof ReferenceError)) throw blocked;
    return null;
  }
};

const store = createStore<OperatorPreferences>(() => preferencesOf(readKept()));

export const useOperatorPreferences = (): OperatorPreferences => useStore(store);

/** Changes how the queue works, at once and for the next visits. */
export const changeOperatorPreferences = (change: Partial<OperatorPreferences>): void => {
  store.setState(change);
  try {
    localStorage.setItem(key, JSON.stringify(store.getState()));
  } catch (blocked) {
    // Storage is switched off: the choice then holds for this visit only.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

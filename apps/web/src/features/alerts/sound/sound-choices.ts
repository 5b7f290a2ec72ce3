import type { EventSeverity } from '@sightline/contracts/events/event';
import { createStore, useStore } from 'zustand';

/** Which severities sound; kept in this browser, because it belongs to the desk. */
export type SoundChoices = Readonly<Record<EventSeverity, boolean>>;

export const firstChoices: SoundChoices = { critical: true, warning: true, info: false };

const key = 'sightline-alert-sound';

/** Reads what was kept; what is broken or absent is as at first. */
export function choicesOf(text: string | null): SoundChoices {
  if (text === null) return firstChoices;
  try {
    const kept = JSON.parse(text) as Partial<Record<EventSeverity, unknown>> | null;
    const choice = (severity: EventSeverity): boolean => {
      const one = kept?.[severity];
      return typeof one === 'boolean' ? one : firstChoices[severity];
    };
    return { critical: choice('critical'), warning: choice('warning'), info: choice('info') };
  } catch (broken) {
    if (!(broken instanceof SyntaxError)) throw broken;
    return firstChoices;
  }
}

const readKept = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch (blocked) {
    if (!(blocked instanceof DOMException || blocked instanceof ReferenceError)) throw blocked;
    return null;
  }
};

const store = createStore<SoundChoices>(() => choicesOf(readKept()));

export const useSoundChoices = (): SoundChoices => useStore(store);

export const soundChoices = (): SoundChoices => store.getState();

/** Switches the sound of one severity on or off, at once and for the next visits. */
export function chooseSound(severity: EventSeverity, isOn: boolean): void {
  store.setState({ [severity]: isOn });
  try {
    localStorage.setItem(key, JSON.stringify(store.getState()));
  } catch (blocked) {
    // Storage is switched off: the choice then holds for this visit only.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
}

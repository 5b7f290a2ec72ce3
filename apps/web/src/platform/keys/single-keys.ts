import { createStore, useStore } from 'zustand';

const storageKey = 'sightline-single-keys';

const read = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return true; // storage is switched off: the default holds
  }
};

const store = createStore<{ areOn: boolean }>(() => ({ areOn: read() }));

/** Whether shortcuts of one letter are on; people with speech input switch them off. */
export const useSingleKeys = (): boolean => useStore(store, ({ areOn }) => areOn);

/** Switches shortcuts of one letter for this browser. */
export const switchSingleKeys = (areOn: boolean): void => {
  store.setState({ areOn });
  try {
    localStorage.setItem(storageKey, areOn ? 'on' : 'off');
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

const typing = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="textbox"]';

/** Whether a dialog or a menu is open above the page. */
export const isCovered = (): boolean =>
  document.querySelector('[role="dialog"][aria-modal="true"], [role="menu"]') !== null;

/**
 * Whether a key press may act as a shortcut: the person is not typing, holds no modifier, and no dialog or menu is
 * open above the page.
 */
export const isShortcut = (event: KeyboardEvent): boolean => {
  if (
    !store.getState().areOn ||
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    event.isComposing
  )
    return false;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest(typing) != null) return false;
  return !isCovered();
};

import { createStore, useStore } from 'zustand';

const storageKey = 'sightline-boxes';

const chosenBefore = (): boolean => {
  try {
    return localStorage.getItem(storageKey) !== 'hidden';
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return true;
  }
};

const store = createStore<{ isShown: boolean }>(() => ({ isShown: chosenBefore() }));

/** Whether boxes are drawn over pictures; kept for this browser. */
export const useBoxChoice = (): boolean => useStore(store, ({ isShown }) => isShown);

/** Shows or hides boxes from now on. */
export const toggleBoxes = (): void => {
  const isShown = !store.getState().isShown;
  store.setState({ isShown });
  try {
    localStorage.setItem(storageKey, isShown ? 'shown' : 'hidden');
  } catch (blocked) {
    // Storage is switched off: the choice holds for this visit.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

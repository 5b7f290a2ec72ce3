import { createStore } from 'zustand';

/** Whether the global search is open; in the frame only this and its keys, everything else comes when it is wanted. */
export const paletteState = createStore<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Opens or closes the global search. */
export const showPalette = (isOpen: boolean): void => paletteState.setState({ isOpen });

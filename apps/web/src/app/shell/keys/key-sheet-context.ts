import { createContext } from 'react';

/** Opens the list of keys; provided by the frame. */
export const KeySheetContext = createContext<() => void>(() => undefined);

import { createContext, type ReactNode } from 'react';

/** What finds everything, for the head of each page; the frame around the pages brings it. */
export const HeaderFind = createContext<ReactNode>(null);

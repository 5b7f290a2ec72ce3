import { useEffect } from 'react';
import { keepHomeView, type HomeView } from '../../home-view.ts';

/** Remembers that this view of the devices was looked at. */
export const useHomeView = (view: HomeView): void => useEffect(() => keepHomeView(view), [view]);

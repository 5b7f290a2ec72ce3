import { connectionStore } from '../../platform/realtime/connection-store.ts';

/**
 * Marks the page while it cannot be known how things are: every state and every last picture on it, wherever it is drawn, then loses
 * its colour. Answers how to stop.
 */
export const startGreying = (page: Pick<HTMLElement, 'toggleAttribute'> = document.documentElement): (() => void) => {
  const follow = (): void => void page.toggleAttribute('data-stale', connectionStore.getState().state === 'offline');
  follow();
  const stop = connectionStore.subscribe(follow);
  return () => {
    stop();
    page.toggleAttribute('data-stale', false);
  };
};

import type { Workbox } from 'workbox-window';
import type { WorkerState } from './update-store.ts';
import type { WorkerPort } from './update-watch.ts';

const path = '/sw.js';

/** The service worker of this page. What speaks with it is fetched when it is registered, not with the first download. */
export const browserWorker = (): WorkerPort => {
  let workbox: Workbox | undefined;
  let registration: ServiceWorkerRegistration | undefined;
  let onState: (state: WorkerState) => void = () => undefined;
  const follow = (worker: ServiceWorker | null): void => {
    // The very first worker of a browser is no update.
    if (worker === null || registration?.active == null) return;
    onState('versionDetected');
    worker.addEventListener('statechange', () => {
      // A worker that was replaced by a newer one while it waited did not fail.
      if (worker.state === 'redundant' && registration?.waiting == null && registration?.installing == null) onState('installationFailed');
    });
  };
  return {
    register: async (report) => {
      onState = report;
      const library = await import('workbox-window');
      workbox = new library.Workbox(path, { updateViaCache: 'none' });
      workbox.addEventListener('waiting', () => onState('ready'));
      registration = await workbox.register({ immediate: true });
      registration?.addEventListener('updatefound', () => follow(registration?.installing ?? null));
      if (registration?.waiting != null) onState('ready');
      follow(registration?.installing ?? null);
    },
    look: async () => {
      await registration?.update();
      if (registration?.installing == null && registration?.waiting == null) onState('noNewVersion');
    },
    takeOver: async () => {
      if (registration?.waiting == null) return;
      const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
      workbox?.messageSkipWaiting();
      await taken;
    },
  };
};

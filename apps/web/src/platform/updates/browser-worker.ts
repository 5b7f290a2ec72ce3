import type { WorkerState } from './update-store.ts';
import type { WorkerPort } from './update-watch.ts';

const path = '/sw.js';

/** What the written worker takes as the word to stop waiting. */
const stopWaiting = { type: 'SKIP_WAITING' };

/** The service worker of this page, as the browser's own `navigator.serviceWorker` keeps it. */
export const browserWorker = (container: ServiceWorkerContainer): WorkerPort => {
  let registration: ServiceWorkerRegistration | undefined;
  let onState: (state: WorkerState) => void = () => undefined;
  const followed = new WeakSet<ServiceWorker>();
  const follow = (worker: ServiceWorker | null | undefined): void => {
    // The very first worker of a browser is no update.
    if (worker == null || registration?.active == null || followed.has(worker)) return;
    followed.add(worker);
    let isInstalled = worker.state === 'installed';
    if (!isInstalled) onState('versionDetected');
    worker.addEventListener('statechange', () => {
      if (worker.state === 'installed') {
        isInstalled = true;
        onState('ready');
      }
      // One that was installed and is replaced by a newer one did not fail. Whether another one waits beside it says nothing: browsers
      // clear those fields before the event or after it.
      if (worker.state === 'redundant' && !isInstalled) onState('installationFailed');
    });
  };
  return {
    register: async (report) => {
      onState = report;
      registration = await container.register(path, { updateViaCache: 'none' });
      registration.addEventListener('updatefound', () => follow(registration?.installing));
      if (registration.waiting !== null) onState('ready');
      follow(registration.waiting);
      follow(registration.installing);
    },
    check: async () => {
      if (registration === undefined) return;
      // Caught here too: one that fails at once is gone again when `update` answers.
      let wasFound = false;
      const found = (): void => {
        wasFound = true;
      };
      registration.addEventListener('updatefound', found);
      try {
        await registration.update();
      } finally {
        registration.removeEventListener('updatefound', found);
      }
      if (!wasFound && registration.installing === null)
        onState(registration.waiting === null ? 'noNewVersion' : 'ready');
    },
    takeOver: async () => {
      const waiting = registration?.waiting;
      if (waiting == null) return;
      const taken = new Promise((resolve) => container.addEventListener('controllerchange', resolve, { once: true }));
      waiting.postMessage(stopWaiting);
      await taken;
    },
  };
};

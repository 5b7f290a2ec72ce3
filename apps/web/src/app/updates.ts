import { atRest } from '../platform/updates/at-rest.ts';
import { browserWorker } from '../platform/updates/browser-worker.ts';
import { UpdateWatch } from '../platform/updates/update-watch.ts';
import { connectionStore, welcomeStore } from '../platform/realtime/connection-store.ts';
import { shareSession } from '../platform/session/session-channel.ts';
import { startUpDone } from './start-up/start-up-wiring.ts';

declare const __APP_VERSION__: string;

const ownEntry = (): string | null => document.querySelector('script[type=module][src]')?.getAttribute('src') ?? null;

const watch = new UpdateWatch({
  ownVersion: __APP_VERSION__,
  ownEntry: ownEntry(),
  // Absent on plain HTTP beyond this machine; and while developing there is none to register.
  worker: 'serviceWorker' in navigator && import.meta.env.PROD ? browserWorker(navigator.serviceWorker) : null,
  // A worker that is new fetches the whole application once: not while the first screen still reads what it shows.
  stable: startUpDone().then(atRest),
});

/** Looks for newer versions from now on; also when the server was away, or a part of this one is gone: it may be a new one. */
export const beginUpdates = (): void => {
  watch.start();
  const check = (): void => void watch.check();
  window.addEventListener('vite:preloadError', check);
  connectionStore.subscribe(({ state }, before) => {
    if (state === 'online' && before.state === 'offline') check();
  });
  welcomeStore.subscribe(({ count }) => {
    if (count > 1) check();
  });
};

/** Loads the new version, here and in the other tabs. */
export const loadNewVersion = async (): Promise<void> => {
  await watch.prepareReload();
  shareSession({ type: 'reload' });
  location.reload();
};

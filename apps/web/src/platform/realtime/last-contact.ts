import { serverNowUtcMs } from '../clock/server-clock.ts';
import { connectionStore } from './connection-store.ts';

const key = 'sightline-last-contact';
const everyMs = 30_000;

const write = (utcMs: number): void => {
  try {
    localStorage.setItem(key, String(utcMs));
  } catch (blocked) {
    // Storage is switched off or full: nothing is said of it then.
    if (!(blocked instanceof DOMException)) throw blocked;
  }
};

/** Until when this browser had the server, by the server's clock; null where that isn't known. */
export function readLastContact(): number | null {
  try {
    const kept = Number(localStorage.getItem(key) ?? Number.NaN);
    return Number.isFinite(kept) && kept > 0 ? kept : null;
  } catch (blocked) {
    if (!(blocked instanceof DOMException)) throw blocked;
    return null;
  }
}

let timer: ReturnType<typeof setInterval> | undefined;

/** Remembers from now on when the server was last there, for a start without it. */
export function keepLastContact(): void {
  const note = (): void => {
    if (connectionStore.getState().state === 'online') write(serverNowUtcMs());
  };
  note();
  timer ??= setInterval(note, everyMs);
}

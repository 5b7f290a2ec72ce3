import type { StorageDay } from '@sightline/contracts/recordings/storage';
import { flattenStorage, type StoragePiece } from './storage-pieces.ts';

/** Page → worker. */
export interface FlattenQuestion {
  id: number;
  days: readonly StorageDay[];
}

/** Worker → page: once that it listens, then one answer per question. */
export type FlattenWord = { type: 'ready' } | { type: 'flat'; id: number; pieces: StoragePiece[] };

/** The part of a worker that is used. */
export interface FlattenPort {
  post: (question: FlattenQuestion) => void;
  listen: (onWord: (word: FlattenWord) => void, onFailure: () => void) => void;
  end: () => void;
}

/** Makes one line of days, beside the page where that is possible. */
export interface Flattener {
  flatten(days: readonly StorageDay[]): Promise<StoragePiece[]>;
  end(): void;
}

/** A worker that has not begun by then never will. */
const readyLimitMs = 20_000;
/** Whoever waits for an answer of the worker longer than this gets it from the page itself. */
const answerLimitMs = 5_000;

/** Begins when it is first asked; `open` answers null where there are no workers. */
export function createFlattener(open: () => FlattenPort | null): Flattener {
  const waiting = new Map<number, (pieces: StoragePiece[]) => void>();
  let port: FlattenPort | null = null;
  let isOpened = false;
  let lastId = 0;
  let readyTimer: ReturnType<typeof setTimeout> | undefined;
  const giveUp = (): void => {
    clearTimeout(readyTimer);
    port?.end();
    port = null;
  };
  const begin = (): void => {
    isOpened = true;
    port = open();
    if (port === null) return;
    readyTimer = setTimeout(giveUp, readyLimitMs);
    port.listen((word) => {
      if (word.type === 'ready') clearTimeout(readyTimer);
      else waiting.get(word.id)?.(word.pieces);
    }, giveUp);
  };
  return {
    flatten(days) {
      if (!isOpened) begin();
      const asked = port;
      if (asked === null) return Promise.resolve(flattenStorage(days));
      return new Promise((resolve) => {
        const id = ++lastId;
        const finish = (pieces: StoragePiece[]): void => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(pieces);
        };
        const timer = setTimeout(() => finish(flattenStorage(days)), answerLimitMs);
        waiting.set(id, finish);
        asked.post({ id, days });
      });
    },
    end: giveUp,
  };
}

/** A real worker, where the browser has them. */
export function openFlattenWorker(): FlattenPort | null {
  if (typeof Worker === 'undefined') return null;
  const worker = new Worker(new URL('./flatten.worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (question) => worker.postMessage(question),
    listen: (onWord, onFailure) => {
      worker.onmessage = ({ data }: MessageEvent<FlattenWord>) => onWord(data);
      worker.onerror = onFailure;
    },
    end: () => worker.terminate(),
  };
}

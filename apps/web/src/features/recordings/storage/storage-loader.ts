import type { StorageDay, StorageRequest } from '@sightline/contracts/recordings/storage';

/** A day of a site, with the instant at which the next one begins. */
export interface DaySpan {
  base: number;
  endUtcMs: number;
}

/** Loads single days; those that are wanted at about the same time are asked for at once. */
export interface StorageLoader {
  load(camera: { edgeId: string; cameraId: string }, day: DaySpan): Promise<StorageDay>;
}

interface Request {
  day: DaySpan;
  resolve: (day: StorageDay) => void;
  reject: (failure: unknown) => void;
}

const gatherMs = 10;
/** A core that has not answered by then is not waited for: it is asked again later. */
const answerMs = 20_000;
/** Less than a call may ask for, so that days of 25 hours fit as well. */
const longestMs = 60 * 86_400_000;

/** Identity of a day in every cache. */
export const cacheIdOf = ({ edgeId, cameraId }: { edgeId: string; cameraId: string }, base: number): string =>
  `${edgeId}:${cameraId}:${String(base)}`;

/** `ask` answers every day that the range touches; it is aborted after 20 s. */
export function createStorageLoader(
  ask: (request: StorageRequest, signal: AbortSignal) => Promise<readonly StorageDay[]>,
): StorageLoader {
  const gathered = new Map<string, Request[]>();
  const send = async (camera: { edgeId: string; cameraId: string }, requests: readonly Request[]): Promise<void> => {
    const end = Math.max(...requests.map(({ day }) => day.endUtcMs));
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error('the storage was not answered in time')), answerMs);
    try {
      const days = await ask({ ...camera, start: requests[0]!.day.base, end }, limit.signal);
      for (const { day, resolve, reject } of requests) {
        const found = days.find(({ cacheId }) => cacheId === cacheIdOf(camera, day.base));
        if (found) resolve(found);
        else reject(new Error('the day was not answered'));
      }
    } catch (failure) {
      for (const { reject } of requests) reject(failure);
    } finally {
      clearTimeout(timer);
    }
  };
  const flush = (camera: { edgeId: string; cameraId: string }, key: string): void => {
    const requests = (gathered.get(key) ?? []).toSorted((a, b) => a.day.base - b.day.base);
    gathered.delete(key);
    for (let from = 0; from < requests.length;) {
      const startMs = requests[from]!.day.base;
      let to = from;
      while (to < requests.length && requests[to]!.day.endUtcMs - startMs <= longestMs) to += 1;
      const part = requests.slice(from, Math.max(to, from + 1));
      void send(camera, part);
      from += part.length;
    }
  };
  return {
    load(camera, day) {
      const { edgeId, cameraId } = camera;
      const key = `${edgeId}:${cameraId}`;
      return new Promise((resolve, reject) => {
        const requests = gathered.get(key);
        if (requests) requests.push({ day, resolve, reject });
        else {
          gathered.set(key, [{ day, resolve, reject }]);
          setTimeout(() => flush({ edgeId, cameraId }, key), gatherMs);
        }
      });
    },
  };
}

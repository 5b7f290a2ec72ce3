import type { LiveSignalling } from './live-signalling.ts';

type FindWay = (cameraId: string) => LiveSignalling | null;

let find: FindWay = () => null;

/** Says how cameras are found without the server, from now on. */
export const provideLocalWays = (next: FindWay): void => {
  find = next;
};

/** The way to the core of a camera over the own network without the server; null when this browser has no grant for it. */
export const findLocalWay = (cameraId: string): LiveSignalling | null => find(cameraId);

import { logProblem } from '../platform/log/log.ts';
import { declarations } from './features.ts';

/** Lets every feature keep its part of the cache fresh; resolves once all of them listen, with how to stop. */
export const startRealtimeFeatures = async (): Promise<() => void> => {
  const parts = await Promise.all(declarations.flatMap(({ live }) => (live === undefined ? [] : [live()])));
  const stops = parts.map(({ startLive }) => startLive());
  return () => stops.forEach((stop) => stop());
};

/** Opens a link once every feature listens, so that nothing is told to nobody; answers how to end both. */
export const openWhenHeard = (
  link: { start: () => void; stop: () => void },
  listen: typeof startRealtimeFeatures = startRealtimeFeatures,
): (() => void) => {
  let isOver = false;
  let stopListening: () => void = () => undefined;
  const begin = async (): Promise<void> => {
    try {
      const stop = await listen();
      if (isOver) return stop();
      stopListening = stop;
    } catch (failure) {
      // Without it screens are read anew by hand; the link also says whether the server is there.
      logProblem('What keeps screens fresh could not be loaded', failure);
    }
    if (!isOver) link.start();
  };
  void begin();
  return () => {
    isOver = true;
    stopListening();
    link.stop();
  };
};

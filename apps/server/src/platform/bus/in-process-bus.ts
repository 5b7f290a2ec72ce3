import { createSubscriptions, type Bus } from './bus.ts';

/** The bus of a server that is one process. Bodies pass through JSON, so that no adapter can carry more than another. */
export function createInProcessBus(onError: (error: unknown) => void): Bus {
  const subscriptions = createSubscriptions(onError);
  let isStopped = false;
  return {
    publish: (topic, body) => {
      const text = JSON.stringify(body);
      queueMicrotask(() => {
        if (!isStopped) subscriptions.deliver(topic, JSON.parse(text));
      });
    },
    subscribe: (topic, handler) => subscriptions.add(topic, handler),
    onGap: () => undefined,
    stop: async () => {
      isStopped = true;
    },
  };
}

export type BusHandler = (body: unknown) => void;

/**
 * News between the parts and processes of the server: at most once, in order per publisher, lost while nobody listens.
 * What must not be lost is a row in the database; a message only says that it is there.
 */
export interface Bus {
  publish(topic: string, body: unknown): void;
  /** Answers a function that ends the subscription. */
  subscribe(topic: string, handler: BusHandler): () => void;
  /** Called when messages may have been lost: whoever keeps state must read it anew. */
  onGap(handler: () => void): void;
  stop(): Promise<void>;
}

/** Subscriptions of one process, shared by all adapters. A handler that throws is reported and harms nobody else. */
export function createSubscriptions(onError: (error: unknown) => void) {
  const handlers = new Map<string, Set<BusHandler>>();
  return {
    add(topic: string, handler: BusHandler): () => void {
      const set = handlers.get(topic) ?? new Set();
      handlers.set(topic, set.add(handler));
      return () => {
        set.delete(handler);
      };
    },
    deliver(topic: string, body: unknown): void {
      for (const handler of handlers.get(topic) ?? []) {
        try {
          handler(body);
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

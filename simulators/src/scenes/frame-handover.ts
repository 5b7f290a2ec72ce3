/** Hands items from one loop to another, one at a time: `give` resolves when the taker asks for the next one. */
export interface Handover<T> {
  give(item: T): Promise<void>;
  /** No more items. */
  end(): void;
  items: AsyncIterable<T>;
}

export function createHandover<T>(): Handover<T> {
  let waiting: { item: T; taken: () => void } | null = null;
  let ended = false;
  let wake: () => void = () => undefined;
  async function* items(): AsyncGenerator<T> {
    while (true) {
      while (!waiting && !ended)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (!waiting) return;
      const { item, taken } = waiting;
      yield item;
      waiting = null;
      taken();
    }
  }
  return {
    give: (item) =>
      new Promise((resolve) => {
        waiting = { item, taken: resolve };
        wake();
      }),
    end() {
      ended = true;
      wake();
    },
    items: items(),
  };
}

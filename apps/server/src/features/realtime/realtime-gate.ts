/** Lets so many through at once; the others wait their turn. What is asked for ten thousand browsers must leave the database to everybody else. */
export function createGate(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside >= atOnce) await new Promise<void>((resolve) => void waiting.push(resolve));
    else inside += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, so that nobody who comes later slips in.
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}

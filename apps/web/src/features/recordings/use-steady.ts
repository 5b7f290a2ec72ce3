import { useLayoutEffect, useRef, useState } from 'react';

type Deed = (...given: unknown[]) => unknown;

/** The same functions from one drawing to the next, so that what takes them need not be drawn again; each does what the newest of its name does. */
export function useSteady<D extends object>(newest: D): D {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  const [steady] = useState(() => {
    const deedOf =
      (name: string): Deed =>
      (...given) =>
        (Reflect.get(latest.current, name) as Deed)(...given);
    return Object.fromEntries(Object.keys(newest).map((name) => [name, deedOf(name)])) as D;
  });
  return steady;
}

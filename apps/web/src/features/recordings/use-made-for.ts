import { useState } from 'react';

/** What was made for a name, the same until the name is another. */
export function useMadeFor<T>(name: string, make: () => T): T {
  const [made, setMade] = useState(() => ({ name, value: make() }));
  if (made.name === name) return made.value;
  const next = { name, value: make() };
  setMade(next);
  return next.value;
}

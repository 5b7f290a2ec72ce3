import type { Forgetting } from '@sightline/contracts/people/person';

/** Whether something of it is still to be erased, here or on a core. */
export const isOpen = ({ doneAtUtcMs, waitingFor }: Pick<Forgetting, 'doneAtUtcMs' | 'waitingFor'>): boolean =>
  doneAtUtcMs === null || waitingFor.length > 0;

import type { Alert } from '@sightline/contracts/alerts/alert';
import { useCallback, useEffect, useRef } from 'react';
import { neighbour, openAbove, openBelow } from '../../../features/alerts/queue/queue-pages.ts';

type Find = (rows: readonly Alert[]) => Alert | undefined;

interface Queue {
  rows: readonly Alert[];
  /** Looks on the next page where it is not among the rows that are loaded. */
  findBelow: (find: Find) => Promise<Alert | undefined>;
  openId: string | undefined;
  open: (id: string) => void;
}

/** From the alert that is open to another one of the queue. Whoever went elsewhere while rows were read stays there. */
export function useGoingOn({ rows, findBelow, openId, open }: Queue) {
  const openNow = useRef(openId);
  useEffect(() => {
    openNow.current = openId;
  }, [openId]);
  const openAfter = useCallback(
    (id: string | undefined, next: Alert | undefined): void => {
      if (next !== undefined && openNow.current === id) open(next.id);
    },
    [open],
  );
  const step = (direction: 1 | -1): void => {
    if (direction === -1) openAfter(openId, neighbour(rows, openId, -1));
    else void findBelow((some) => neighbour(some, openId, 1)).then((next) => openAfter(openId, next));
  };
  /** After one is done: the next one down that waits, else the nearest above. */
  const goOn = async (id: string): Promise<void> =>
    openAfter(id, (await findBelow((some) => openBelow(some, id))) ?? openAbove(rows, id));
  return { step, goOn };
}

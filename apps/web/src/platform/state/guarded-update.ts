import type { StoreApi } from 'zustand';
import { logCritical } from '../log/log.ts';

/** Changes a store. A change that throws is logged as critical, and the store stays as it was. */
export const guardedUpdate = <S>(store: Pick<StoreApi<S>, 'getState' | 'setState'>, change: (state: S) => S): void => {
  let next: S;
  try {
    next = change(store.getState());
  } catch (failure) {
    logCritical('A change of the state failed; it stays as it was', failure);
    return;
  }
  store.setState(next, true);
};

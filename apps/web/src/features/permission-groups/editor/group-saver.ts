import type { GroupChange, PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { createStore, type StoreApi } from 'zustand';
import { toApiError } from '../../../platform/api/api-error.ts';

/** After the last change this long nothing is sent, so that several become one. */
export const autoSaveMs = 400;
/** The server takes so many at once; the rest follows. */
const maxAtOnce = 500;

/** Where a group stands between this screen and the server. */
export interface SaverState {
  /** The group as the server has it. */
  base: PermissionGroup;
  /** Not on the server yet; never thrown away except by the person. */
  changes: readonly GroupChange[];
  /** `failed`: not saved, the server's state is shown. `conflict`: somebody else was quicker. */
  status: 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict';
  failure: unknown;
}

interface SaverDeps {
  group: PermissionGroup;
  send: (changes: GroupChange[], revision: number) => Promise<PermissionGroup>;
  read: () => Promise<PermissionGroup>;
  onSaved: (group: PermissionGroup) => void;
  onFailed: (failure: unknown) => void;
}

/** Saves changes of a group by itself. */
export interface GroupSaver {
  store: StoreApi<SaverState>;
  add: (change: GroupChange) => void;
  /** Adds what follows from the state at this moment; nothing for null. */
  addFrom: (make: (state: SaverState) => GroupChange | null) => void;
  /** Sends what was not saved, on top of what the server has now. */
  retry: () => void;
  discard: () => void;
  /** The group was read anew. */
  rebase: (group: PermissionGroup) => void;
  stop: () => void;
}

/** What a refusal means: somebody was quicker, then the group is read as it is now; or it was not saved. */
const afterRefusal = async (failure: unknown, read: () => Promise<PermissionGroup>): Promise<Partial<SaverState>> => {
  if (toApiError(failure).code !== 'conflict') return { status: 'failed', failure };
  try {
    return { base: await read(), status: 'conflict', failure: null };
  } catch (unreadable) {
    return { status: 'failed', failure: unreadable };
  }
};

/** A call that is under way goes on; what is added meanwhile follows it. */
const withChange =
  (change: GroupChange) =>
  ({ changes, status }: SaverState): Partial<SaverState> => ({
    changes: [...changes, change],
    status: status === 'saving' ? 'saving' : 'waiting',
  });

/** Gathers changes and sends them 400 ms after the last one. One call at a time, each with the revision that it builds on. */
export const createGroupSaver = ({ group, send, read, onSaved, onFailed }: SaverDeps): GroupSaver => {
  const store = createStore<SaverState>(() => ({ base: group, changes: [], status: 'saved', failure: null }));
  const { getState, setState } = store;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  const sendSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), autoSaveMs);
  };
  const flush = async (): Promise<void> => {
    if (isSending || getState().changes.length === 0) return;
    isSending = true;
    setState({ status: 'saving', failure: null });
    const sent = getState().changes.slice(0, maxAtOnce);
    try {
      const base = await send(sent, getState().base.revision);
      const changes = getState().changes.slice(sent.length);
      setState({ base, changes, status: changes.length > 0 ? 'waiting' : 'saved' });
      onSaved(base);
      if (changes.length > 0) sendSoon();
    } catch (failure) {
      clearTimeout(timer);
      const outcome = await afterRefusal(failure, read);
      setState(outcome);
      if (outcome.status === 'failed') onFailed(outcome.failure);
    } finally {
      isSending = false;
    }
  };
  const add = (change: GroupChange): void => {
    setState(withChange(change));
    sendSoon();
  };
  const addFrom = (make: (state: SaverState) => GroupChange | null): void => {
    const change = make(getState());
    if (change !== null) add(change);
  };
  const discard = (): void => {
    clearTimeout(timer);
    setState({ changes: [], status: 'saved', failure: null });
  };
  const rebase = (next: PermissionGroup): void => {
    const { base, changes } = getState();
    // While a call is under way its own answer decides.
    if (isSending || next.revision <= base.revision) return;
    clearTimeout(timer);
    setState({ base: next, status: changes.length > 0 ? 'conflict' : 'saved' });
  };
  return { store, add, addFrom, retry: () => void flush(), discard, rebase, stop: () => clearTimeout(timer) };
};

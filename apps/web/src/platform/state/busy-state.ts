import type { ApiError } from '../api/api-error.ts';

/** What a mutation says of itself, beside what it does. */
export interface Deed {
  /** What the person is doing; saving unless it says otherwise. */
  busy?: 'saving' | 'inviting' | 'deleting';
  /** Id of the one thing that is worked on: its row shows it, the others stay as they are. */
  processingId?: string;
  /** Names what may not be begun a second time while this goes on. */
  lock?: string;
}

/** A mutation as the cache knows it. */
export interface RunningDeed {
  status: 'idle' | 'pending' | 'success' | 'error';
  failure: Pick<ApiError, 'code'> | null;
  deed: Deed;
}

/** What goes on, for the whole frame. */
export interface BusyState {
  isSaving: boolean;
  isInviting: boolean;
  isDeleting: boolean;
  /** Something is read for the first time. */
  isLoading: boolean;
  /** The last deed failed in a way that is nobody's input. */
  somethingWentWrong: boolean;
  /** The first data of the person has come. */
  isApplicationLoaded: boolean;
  processingId: string | null;
  locks: readonly string[];
}

export const atRest: BusyState = {
  isSaving: false,
  isInviting: false,
  isDeleting: false,
  isLoading: false,
  somethingWentWrong: false,
  isApplicationLoaded: false,
  processingId: null,
  locks: [],
};

const general = new Set(['internal', 'unavailable']);

/** What goes on, from the deeds in the order in which they began and the readings under way. */
export const busyStateOf = (deeds: readonly RunningDeed[], firstReadings: number, before: BusyState): BusyState => {
  const pending = deeds.filter(({ status }) => status === 'pending').map(({ deed }) => deed);
  const doing = (kind: Deed['busy']): boolean => pending.some(({ busy = 'saving' }) => busy === kind);
  const last = deeds.findLast(({ status }) => status !== 'idle');
  return {
    isSaving: doing('saving'),
    isInviting: doing('inviting'),
    isDeleting: doing('deleting'),
    isLoading: firstReadings > 0,
    somethingWentWrong: last?.status === 'error' && last.failure !== null && general.has(last.failure.code),
    isApplicationLoaded: before.isApplicationLoaded,
    processingId: pending.findLast(({ processingId }) => processingId !== undefined)?.processingId ?? null,
    locks: pending.flatMap(({ lock }) => (lock === undefined ? [] : [lock])),
  };
};

import { errorCode, type ErrorCode } from '@sightline/contracts/shared/errors';
import { z } from 'zod';

/** Name of the version that came with the installation; all others are folders below `versions`. */
export const installedName = 'installed';

const versionName = z.string().regex(/^(installed|\d{1,4}\.\d{1,4}\.\d{1,4}-[0-9a-f]{12})$/);

/** A cause that another version wrote, and this one does not know, must not cost the whole state. */
const keptCause = errorCode.catch('internal');

/** A version, and the newest format of the store that it reads. */
const knownVersion = z.object({ name: versionName, readsTo: z.number().int() });

/** Ids of streams that a version recorded. */
export const recordedStreams = z.array(z.string()).nullable().default(null);

/** What the running core asks of its launcher: to run `to` in its place. */
export const softwareOrder = z.object({
  updateId: z.string(),
  from: knownVersion,
  to: knownVersion,
  /** How many streams were written and whether there was a link: what `to` has to reach as well. */
  recorded: z.number().int(),
  wasLinked: z.boolean(),
  /** Streams that were recorded, or would have been if anything had happened; null from versions that only count. */
  streams: recordedStreams,
  /** Since when the core has not been recording for the sake of this update. */
  atUtcMs: z.number().int(),
});

const softwareResult = z.object({
  updateId: z.string(),
  from: versionName,
  to: versionName,
  outcome: z.enum(['updated', 'rolledBack']),
  cause: keptCause.nullable(),
  switchedAtUtcMs: z.number(),
  endedAtUtcMs: z.number(),
});

/** What the launcher keeps on the disk. One file, replaced whole: there is no moment in which two of its parts disagree. */
export const softwareState = z.object({
  format: z.literal(1),
  current: knownVersion,
  previous: knownVersion.nullable(),
  /** A version that has not proved itself. `current` is what runs after the next failure of it, whatever happens. */
  trial: softwareOrder.extend({ starts: z.number().int(), failure: keptCause.nullable() }).nullable(),
  /** How the last update ended. */
  result: softwareResult.nullable(),
  crashesUtcMs: z.array(z.number()),
});

export type SoftwareOrder = z.infer<typeof softwareOrder>;
export type SoftwareResult = z.infer<typeof softwareResult>;
export type SoftwareState = z.infer<typeof softwareState>;

/** A version on trial is started this often; also when the power went each time. */
export const trialStarts = 2;

/** So many unexpected ends within so long, so soon after an update, are the fault of the update. */
const loopCrashes = 5;
const loopMs = 600_000;
const youngMs = 86_400_000;

export const firstState = (readsTo: number): SoftwareState => ({
  format: 1,
  current: { name: installedName, readsTo },
  previous: null,
  trial: null,
  result: null,
  crashesUtcMs: [],
});

/** The order is taken: the next start is a trial. An order of a version that does not run is of yesterday and ignored. */
export const ordered = (state: SoftwareState, order: SoftwareOrder): SoftwareState =>
  state.trial !== null || order.from.name !== state.current.name || order.to.name === state.current.name
    ? state
    : { ...state, trial: { ...order, starts: 0, failure: null }, result: null };

/** The trial is over and lost; what it may have changed is to be put back before anything runs. */
export const failing = (state: SoftwareState, cause: ErrorCode): SoftwareState =>
  state.trial === null || state.trial.failure !== null
    ? state
    : { ...state, trial: { ...state.trial, failure: cause } };

/** A start is written down before it happens, so that one that takes the power with it counts. */
export function counted(state: SoftwareState): SoftwareState {
  if (state.trial === null || state.trial.failure !== null) return state;
  if (state.trial.starts >= trialStarts) return failing(state, 'core_update_crashed');
  return { ...state, trial: { ...state.trial, starts: state.trial.starts + 1 } };
}

const resultOf = (
  state: SoftwareState,
  rest: Pick<SoftwareResult, 'outcome' | 'cause' | 'endedAtUtcMs'>,
): SoftwareResult | null =>
  state.trial && {
    updateId: state.trial.updateId,
    from: state.trial.from.name,
    to: state.trial.to.name,
    switchedAtUtcMs: state.trial.atUtcMs,
    ...rest,
  };

/** The version on trial proved itself. */
export const proved = (state: SoftwareState, nowUtcMs: number): SoftwareState =>
  state.trial === null || state.trial.failure !== null
    ? state
    : {
        ...state,
        current: state.trial.to,
        previous: state.trial.from,
        trial: null,
        result: resultOf(state, { outcome: 'updated', cause: null, endedAtUtcMs: nowUtcMs }),
        crashesUtcMs: [],
      };

/** Everything is as it was before the trial. */
export const rolledBack = (state: SoftwareState, nowUtcMs: number): SoftwareState =>
  state.trial === null
    ? state
    : {
        ...state,
        trial: null,
        result: resultOf(state, { outcome: 'rolledBack', cause: state.trial.failure, endedAtUtcMs: nowUtcMs }),
        crashesUtcMs: [],
      };

/**
 * The current version ended by itself. Again and again and soon after its update: the one of before takes over, once, if it
 * reads what is stored by now.
 */
export function crashed(state: SoftwareState, nowUtcMs: number): SoftwareState {
  const { current, previous, result } = state;
  const crashesUtcMs = [...state.crashesUtcMs.filter((at) => at > nowUtcMs - loopMs && at <= nowUtcMs), nowUtcMs].slice(
    -loopCrashes,
  );
  const isYoung =
    result?.outcome === 'updated' && result.to === current.name && nowUtcMs - result.endedAtUtcMs < youngMs;
  if (crashesUtcMs.length < loopCrashes || !isYoung || previous === null || previous.readsTo < current.readsTo)
    return { ...state, crashesUtcMs };
  const fallen: SoftwareResult = {
    ...result,
    outcome: 'rolledBack',
    cause: 'core_update_crash_loop',
    switchedAtUtcMs: crashesUtcMs[0] ?? nowUtcMs,
    endedAtUtcMs: nowUtcMs,
  };
  return { ...state, current: previous, previous: null, result: fallen, crashesUtcMs: [] };
}

import type { CoreUpdateState } from '@sightline/contracts/edge-releases/core-software';
import type { RollOutCoreState, RollOutHours, RollOutState } from '@sightline/contracts/edge-releases/roll-out';
import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** A core of a roll-out as it is now. Times are UTC milliseconds. */
export interface CoreInTurn {
  edgeId: string;
  state: RollOutCoreState;
  wave: number | null;
  changedAtMs: number;
  isDeleted: boolean;
  isLinked: boolean;
  /** Since when it has, or has not, its link. */
  linkSinceMs: number;
  /** Minute of the day by the clocks of its site. */
  minuteOfDay: number;
  /** Another update of it is under way. */
  isBusy: boolean;
  /** Its update of this roll-out. `isTaken`: the core itself had it in its hands. `sentAtMs`: when it was told of it last; null: not yet. */
  update: {
    state: CoreUpdateState;
    cause: ErrorCode | null;
    isTaken: boolean;
    sentAtMs: number | null;
    changedAtMs: number;
  } | null;
}

/** How a roll-out goes on. */
export interface RollOutPlan {
  state: RollOutState;
  settleMs: number;
  /** Cores that are updated at the same time, at most. */
  atOnce: number;
  hours: RollOutHours | null;
  firstEdgeId: string | null;
}

/** A core that is at another step. */
export interface CoreStep {
  edgeId: string;
  state: RollOutCoreState;
  cause: ErrorCode | null;
}

/** What is to be done now. `start`: cores whose update begins, in this wave. */
export interface RollOutStep {
  state: RollOutState;
  steps: CoreStep[];
  start: { edgeId: string; wave: number }[];
}

/** A trial takes three minutes and two starts; whoever is silent for longer is in trouble. */
export const switchPatienceMs = 15 * 60_000;
/** A slow line may take long, but something is heard of it. */
export const fetchPatienceMs = 24 * 3_600_000;
/** So long a core that runs the new version may be without its link. */
export const returnPatienceMs = 30 * 60_000;
/** A core that was told and did not answer may still do so within this. */
export const answerPatienceMs = 60_000;

/** Causes by which a core is left alone rather than the release doubted, as long as the core had nothing in its hands. */
const misfits: readonly ErrorCode[] = [
  'core_update_older',
  'core_package_platform',
  'core_update_data_format',
  'core_update_by_hand',
  'core_revoked',
  'core_pairing_revoked',
];

const lastWave = 4;

/** How many cores a wave has, of all that take part: one, a tenth, half, the rest. */
export function waveSize(wave: number, total: number): number {
  if (wave <= 1) return 1;
  if (wave === 2) return Math.max(1, Math.floor(total / 10));
  return wave === 3 ? Math.max(1, Math.floor(total / 2)) : Number.POSITIVE_INFINITY;
}

/** Whether an update may begin at this minute of the day. Without hours always; `toMinute` before `fromMinute` reaches past midnight. */
export function isWithinRollOutHours(hours: RollOutHours | null, minuteOfDay: number): boolean {
  if (hours === null) return true;
  const { fromMinute, toMinute } = hours;
  if (fromMinute < toMinute) return fromMinute <= minuteOfDay && minuteOfDay < toMinute;
  return fromMinute <= minuteOfDay || minuteOfDay < toMinute;
}

/**
 * Whether an update that was begun never reached its core, and may not, or cannot, begin any more: it would come about when the core is
 * back, whatever was decided meanwhile and whatever the hour is then.
 */
function isTakenBack(core: CoreInTurn, plan: RollOutPlan, nowMs: number): boolean {
  const { update } = core;
  if (core.state !== 'updating' || update === null || update.state !== 'waiting' || update.isTaken) return false;
  if (update.sentAtMs !== null && nowMs - update.sentAtMs <= answerPatienceMs) return false;
  return !core.isLinked || plan.state !== 'running' || !isWithinRollOutHours(plan.hours, core.minuteOfDay);
}

/** The state in which a core is by now; the same as before when nothing happened. */
function nextState(core: CoreInTurn, plan: RollOutPlan, nowMs: number): Omit<CoreStep, 'edgeId'> {
  const same = { state: core.state, cause: null };
  const isOpen = core.state === 'waiting' || core.state === 'updating' || core.state === 'settling';
  if (!isOpen) return same;
  if (core.isDeleted) return { state: 'skipped', cause: null };
  if (core.state === 'waiting' || core.update === null) return same;
  if (isTakenBack(core, plan, nowMs)) return { state: plan.state === 'cancelled' ? 'skipped' : 'waiting', cause: null };
  const { state, cause, isTaken, changedAtMs } = core.update;
  if (state === 'failed' && !isTaken && cause !== null && misfits.includes(cause)) return { state: 'unfit', cause };
  if (state === 'rolledBack' || state === 'failed' || state === 'cancelled')
    return { state: 'failed', cause: cause ?? 'internal' };
  if (core.state === 'updating') {
    if (state === 'updated') return { state: 'settling', cause: null };
    const isLost = nowMs - changedAtMs > (state === 'switching' ? switchPatienceMs : fetchPatienceMs);
    return isLost ? { state: 'failed', cause: 'core_update_no_return' } : same;
  }
  // How long it has been as it is now: what was before it settled does not count.
  const asItIsMs = nowMs - Math.max(core.changedAtMs, core.linkSinceMs);
  if (!core.isLinked) return asItIsMs > returnPatienceMs ? { state: 'failed', cause: 'core_update_no_return' } : same;
  return asItIsMs >= plan.settleMs ? { state: 'updated', cause: null } : same;
}

const inWave = (cores: readonly CoreInTurn[], wave: number): CoreInTurn[] =>
  cores.filter(
    (core) =>
      core.wave === wave && (core.state === 'updating' || core.state === 'settling' || core.state === 'updated'),
  );

/** A wave is over when all of it run well: as many as it has, or all that could be reached. */
function isWaveOver(cores: readonly CoreInTurn[], wave: number, size: number): boolean {
  const members = inWave(cores, wave);
  if (members.length === 0 || members.some(({ state }) => state !== 'updated')) return false;
  return members.length >= size || !cores.some(({ state, isLinked }) => state === 'waiting' && isLinked);
}

function coresToStart(plan: RollOutPlan, cores: readonly CoreInTurn[]): RollOutStep['start'] {
  const total = cores.filter(({ state }) => state !== 'skipped' && state !== 'unfit').length;
  let wave = Math.max(1, ...cores.map((core) => core.wave ?? 1));
  if (wave < lastWave && isWaveOver(cores, wave, waveSize(wave, total))) wave += 1;
  const first =
    wave === 1 ? cores.find(({ edgeId, state }) => edgeId === plan.firstEdgeId && state === 'waiting') : undefined;
  const queue = first ? [first] : cores;
  const ready = queue.filter(
    (core) =>
      core.state === 'waiting' && core.isLinked && !core.isBusy && isWithinRollOutHours(plan.hours, core.minuteOfDay),
  );
  const underWay = cores.filter(({ state }) => state === 'updating').length;
  const room = Math.min(waveSize(wave, total) - inWave(cores, wave).length, plan.atOnce - underWay);
  return ready.slice(0, Math.max(0, room)).map(({ edgeId }) => ({ edgeId, wave }));
}

/**
 * One step of a roll-out: what became of its cores, whether it stands, goes on or is done, and whose turn it is. A pure function of what
 * is known now, so that whoever asks again after a restart gets the same answer. Cores are in the order in which they take their turns.
 */
export function nextStep(plan: RollOutPlan, known: readonly CoreInTurn[], nowMs: number): RollOutStep {
  const steps: CoreStep[] = [];
  const cores = known.map((core) => {
    const next = nextState(core, plan, nowMs);
    if (next.state === core.state) return core;
    steps.push({ edgeId: core.edgeId, ...next });
    // One that waits again is of no wave.
    return {
      ...core,
      state: next.state,
      changedAtMs: nowMs,
      ...(next.state === 'waiting' ? { wave: null, update: null } : {}),
    };
  });
  if (plan.state === 'done' || plan.state === 'cancelled') return { state: plan.state, steps, start: [] };
  if (cores.some(({ state }) => state === 'failed')) return { state: 'stopped', steps, start: [] };
  if (!cores.some(({ state }) => state === 'waiting' || state === 'updating' || state === 'settling'))
    return { state: 'done', steps, start: [] };
  if (plan.state === 'paused') return { state: 'paused', steps, start: [] };
  return { state: 'running', steps, start: coresToStart(plan, cores) };
}

import type { ArmedAlarm } from '@sightline/contracts/armed-alarms/armed-alarm';

type Said = Pick<ArmedAlarm, 'state' | 'stateUpdatedAt' | 'exitDelayS' | 'calculatedState'>;

/** Whether somebody armed it by hand and the time to leave is not over yet. */
export const isLeaving = ({ state, stateUpdatedAt, exitDelayS, calculatedState }: Said, nowUtcMs: number): boolean =>
  state === 'armed' && calculatedState === 'disarmed' && nowUtcMs < stateUpdatedAt + exitDelayS * 1000;

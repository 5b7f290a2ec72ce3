import type { WatchEffect } from '@sightline/domain/rules/watches/watched-rule';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Hooks } from '../../../platform/features/hooks.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { keepNearMiss, tellAlert } from '../../alerts/alerts.public.ts';
import type { KeptWatch } from './rule-watches.repository.ts';

/** At which camera or core rules are judged, in which transaction, and when. */
export interface LookTask {
  work: ChangeWork;
  jobs: Jobs;
  hooks: Hooks;
  clock: Clock;
  at: { organizationId: string; placeId: string; nowUtcMs: number };
}

/** What an alert names: the rule and its place. */
export type RuleAt = Pick<KeptWatch, 'ruleId' | 'isCamera' | 'edgeId'>;

/** Opens and closes alerts as was decided, and keeps what held others back. */
export async function tellEffects(
  { work, jobs, hooks, clock, at }: LookTask,
  { ruleId, isCamera, edgeId }: RuleAt,
  effects: readonly WatchEffect[],
): Promise<void> {
  const { organizationId, placeId } = at;
  const cameraId = isCamera ? placeId : null;
  for (const effect of effects) {
    if (effect.kind === 'nearMiss') {
      const { atUtcMs, hindrance, why } = effect;
      const miss = { ruleId, cameraId, edgeId, at: new Date(atUtcMs), hindrance, count: 1, why };
      await keepNearMiss(work.trx, organizationId, miss);
    } else {
      const { kind: phase, episode, ...rest } = effect;
      const said = { ...rest, phase, ruleId, cameraId, edgeId, episode: `${placeId}\n${episode}` };
      await tellAlert(work, { jobs, hooks, clock }, { organizationId, said });
    }
  }
}

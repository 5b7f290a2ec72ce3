import { replayAbility } from '@sightline/contracts/alert-rules/alert-rule-link';
import type { BackTest, BackTestInput } from '@sightline/contracts/alert-rules/back-test';
import { abilitiesNeeded } from '@sightline/contracts/alert-rules/rule-kinds';
import { sentCondition } from '@sightline/contracts/alert-rules/sent-condition';
import { cameraCondition } from '@sightline/contracts/alert-rules/camera-conditions';
import { AppError } from '@sightline/contracts/shared/errors';
import { ruleFaults } from '@sightline/domain/rules/rule-faults';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { cameraFor } from '../cameras/cameras.public.ts';
import { holdTimes } from '../schedules/schedules.public.ts';
import { requireKind } from './alert-rules.policy.ts';
import { requireListed, withMembers } from './rule-lists.ts';
import { abilitiesOf } from './rule-targets.repository.ts';

/** A core answers within two seconds how far it is. */
const timeoutMs = 10_000;
const days = 7;

/** What a back-test needs from the rest of the server. */
export interface BackTestDeps {
  database: Database;
  edges: EdgeCommands;
}

/**
 * Tries a condition on what a camera saw: for who may edit rules there and see what was recorded. Its core is asked; nothing of it is
 * kept here.
 */
export async function backTest(
  { database, edges }: BackTestDeps,
  actor: MemberActor,
  { backTestId: replayId, ...asked }: BackTestInput,
): Promise<BackTest> {
  const { organizationId } = actor;
  const { cameraId, condition, scheduleId, coolDownS, mergeS } = asked;
  const { edgeId, abilities, schedule, whole } = await database.withOrganization(organizationId, async (trx) => {
    const camera = await cameraFor(trx, actor, { cameraId, permission: 'AlertEdit' });
    await cameraFor(trx, actor, { cameraId, permission: 'PlaybackView' });
    const times = scheduleId === null ? null : await holdTimes(trx, { organizationId, scheduleId });
    if (times === undefined) throw new AppError('schedule_unknown', { fields: ['scheduleId'] });
    await requireListed(trx, actor, { condition });
    const [whole = condition] = await withMembers(trx, organizationId, [condition]);
    return {
      whole,
      edgeId: camera.edgeId,
      abilities: await abilitiesOf(trx, organizationId, camera.edgeId),
      schedule: times,
    };
  });
  requireKind(actor, condition);
  if (!cameraCondition.safeParse(condition).success) throw new AppError('back_test_kind');
  const faults = ruleFaults(condition, { cameras: 1, cores: 0 });
  if (faults.length > 0) throw new AppError('alert_rule_invalid', { faults });
  const needed = [replayAbility, ...abilitiesNeeded(condition).knownBy];
  if (!needed.every((ability) => abilities.includes(ability))) throw new AppError('back_test_core_old');
  const body = { replayId, cameraId, condition: sentCondition(whole), schedule, coolDownS, mergeS, days };
  return edges.request({ organizationId, edgeId, command: 'rules.replay', body, timeoutMs });
}

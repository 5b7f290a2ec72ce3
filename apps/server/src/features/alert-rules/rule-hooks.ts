import { AppError } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Work } from '../../platform/database/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { at, type Hook, type Hooks } from '../../platform/features/hooks.ts';
import { accessEventsTaken } from '../access-events/access-events.public.ts';
import { armingChanged } from '../armed-alarms/armed-alarms.public.ts';
import { cameraCameOrWent } from '../cameras/cameras.public.ts';
import { doorUsed } from '../doors/doors.public.ts';
import { eventPosted, eventTagLoses } from '../event-tags/event-tags.public.ts';
import { eventsKept } from '../events/events.public.ts';
import { groupsChanged, groupUsed } from '../org-groups/org-groups.public.ts';
import { personUsed } from '../people/people.public.ts';
import { scheduleChanged, scheduleRemoves } from '../schedules/schedules.public.ts';
import { statusLooked } from '../status/status.public.ts';
import { clothesJudged, uniformUsed } from '../uniforms/uniforms.public.ts';
import { vehicleLeaves } from '../vehicles/vehicles.public.ts';
import { tellCores } from './alert-rule.synced.ts';
import { maySeeRule } from './alert-rules.policy.ts';
import {
  rulesNamingDoor,
  rulesNamingGroups,
  rulesNamingPerson,
  rulesNamingUniform,
  rulesOfSchedule,
  rulesOfTag,
} from './alert-rules.repository.ts';
import { rulesHolding } from './rule-members.repository.ts';
import { coresOfRules, targetsOf } from './rule-targets.repository.ts';
import { judgeClothes, judgeEvents, judgePosted } from './watches/instant-looks.ts';
import { placesOfCore, placesOfRules, placesWatched } from './watches/rule-watches.repository.ts';
import { askForDoorLooks, askForLooks } from './watches/watch-jobs.ts';

/** So many names of rules are told of those that go by something. */
const namesTold = 20;

/** How many rules there are, and the names of those that the actor may see. */
async function namesOf(
  trx: Work,
  actor: MemberActor,
  rules: readonly { id: string; name: string }[],
): Promise<{ users: string[]; count: number }> {
  const ids = rules.map(({ id }) => id);
  const targets = Map.groupBy(await targetsOf(trx, actor.organizationId, ids), ({ ruleId }) => ruleId);
  const seen = rules.filter(({ id }) => maySeeRule(actor, targets.get(id) ?? []));
  return { users: seen.slice(0, namesTold).map(({ name }) => name), count: rules.length };
}

/** What rules say before something that they go by or name is no more. */
const heldByRules: Hook[] = [
  at(scheduleRemoves, async (trx, actor, place) => {
    const using = await rulesOfSchedule(trx, place);
    if (using.length > 0) throw new AppError('schedule_in_use', await namesOf(trx, actor, using));
  }),
  at(eventTagLoses, async (trx, actor, loss) => {
    const using = await rulesOfTag(trx, actor.organizationId, loss);
    if (using.length > 0) throw new AppError('event_tag_in_use', await namesOf(trx, actor, using));
  }),
  at(personUsed, async (trx, actor, { personId, isHeld, told }) => {
    told('named', await seenAmong(trx, actor, await rulesNamingPerson(trx, actor.organizationId, personId)));
    const { alone, others } = await rulesHolding(trx, actor.organizationId, { memberId: personId, isHeld });
    told('alone', await seenAmong(trx, actor, alone));
    told('byGroup', await seenAmong(trx, actor, others));
  }),
  at(vehicleLeaves, async (trx, actor, vehicleId) => {
    const { alone } = await rulesHolding(trx, actor.organizationId, { memberId: vehicleId, isHeld: true });
    const { items } = await seenAmong(trx, actor, alone);
    if (alone.length > 0) throw new AppError('vehicle_in_use', { count: alone.length, rules: items });
  }),
  at(doorUsed, async (trx, actor, { doorId, told }) =>
    told(await seenAmong(trx, actor, await rulesNamingDoor(trx, actor.organizationId, doorId))),
  ),
  at(uniformUsed, async (trx, actor, { uniformId, told }) =>
    told(await seenAmong(trx, actor, await rulesNamingUniform(trx, actor.organizationId, uniformId))),
  ),
  at(groupUsed, async (trx, actor, { groupId, told }) =>
    told(await seenAmong(trx, actor, await rulesNamingGroups(trx, actor.organizationId, [groupId]))),
  ),
];

/** What rules do when their arming, a schedule or the cameras of a core change. */
export const ruleHooks = (deps: { bus: Bus; jobs: Jobs; hooks: Hooks; clock: Clock }): Hook[] => [
  at(cameraCameOrWent, async (work, { organizationId, edgeId }) => {
    await tellCores(deps, work, { organizationId, edgeIds: [edgeId] });
    const placeIds = await placesOfCore(work.trx, organizationId, edgeId);
    await askForLooks(work.trx, deps.jobs, { organizationId, placeIds });
  }),
  at(statusLooked, async (work, { organizationId, ids }) =>
    askForLooks(work.trx, deps.jobs, {
      organizationId,
      placeIds: await placesWatched(work.trx, organizationId, ids),
    }),
  ),
  at(accessEventsTaken, (work, { organizationId, doorIds }) =>
    askForDoorLooks(work.trx, deps.jobs, { organizationId, doorIds }),
  ),
  at(eventPosted, (work, posted) => judgePosted(deps, work, posted)),
  at(eventsKept, (work, kept) => judgeEvents(deps, work, kept)),
  at(clothesJudged, (work, judged) => judgeClothes(deps, work, judged)),
  at(armingChanged, async (work, { organizationId, ruleIds }) => {
    await tellCores(deps, work, { organizationId, edgeIds: await coresOfRules(work.trx, organizationId, ruleIds) });
    await work.announceAll(ruleIds.map((ruleId) => ({ kind: 'alert-rules.changed', ruleId })));
  }),
  at(scheduleChanged, async (work, place) => {
    const { organizationId } = place;
    const ids = (await rulesOfSchedule(work.trx, place)).map(({ id }) => id);
    await tellCores(deps, work, { organizationId, edgeIds: await coresOfRules(work.trx, organizationId, ids) });
    await askForLooks(work.trx, deps.jobs, {
      organizationId,
      placeIds: await placesOfRules(work.trx, organizationId, ids),
    });
    await work.announceAll(ids.map((ruleId) => ({ kind: 'alert-rules.changed', ruleId })));
  }),
  ...heldByRules,
  at(groupsChanged, async (work, { organizationId, groupIds }) => {
    if (groupIds.length === 0) return;
    const ids = (await rulesNamingGroups(work.trx, organizationId, groupIds)).map(({ id }) => id);
    await tellCores(deps, work, { organizationId, edgeIds: await coresOfRules(work.trx, organizationId, ids) });
    await work.announceAll(ids.map((ruleId) => ({ kind: 'alert-rules.changed', ruleId })));
  }),
];

/** Those of the rules that the actor may see, and how many more there are. */
async function seenAmong(
  trx: Work,
  actor: MemberActor,
  naming: readonly { id: string; name: string }[],
): Promise<{ items: { id: string; name: string }[]; others: number }> {
  const ids = naming.map(({ id }) => id);
  const targets = Map.groupBy(await targetsOf(trx, actor.organizationId, ids), ({ ruleId }) => ruleId);
  const items = naming.filter(({ id }) => maySeeRule(actor, targets.get(id) ?? []));
  return { items, others: naming.length - items.length };
}

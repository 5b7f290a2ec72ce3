import { accessCondition, type AccessCondition } from '@sightline/contracts/alert-rules/access-conditions';
import { longestSightMs } from '@sightline/contracts/alert-rules/door-sight-link';
import { doorSightAbility } from '@sightline/contracts/doors/door-abilities';
import {
  grantsNeeded,
  isAskedOf,
  sightNeeded,
  type DoorFacts,
  type Grant,
  type Span,
} from '@sightline/domain/rules/doors/people-at-door';
import type { Work } from '../../../platform/database/database.ts';
import { grantsBetween, waitingAt, type WaitingEvent } from '../../access-events/access-events.public.ts';
import { closingsBetween, watchedDoor, type WatchedDoor } from '../../doors/doors.public.ts';
import { rulesAtCamera, type EvaluatedRule } from './rule-watches.repository.ts';

/** Access systems tell of what happened at one time up to this long after each other. */
const settlesMs = 5_000;
/** So many events are looked at at a time. */
const atOnce = 50;
/** How a door is seen to close is looked up for so long around. */
const aroundMs = 300_000;

/** A door at an instant. */
export interface DoorAt {
  organizationId: string;
  doorId: string;
  nowUtcMs: number;
}

/** A rule about people at doors. */
export interface DoorRule {
  rule: EvaluatedRule;
  condition: AccessCondition;
}

/** What a rule asks about one grant, and what must be known of the camera before it can be answered. */
export interface Question extends DoorRule {
  span: Span;
}

/** A grant with all that is asked about it. */
export interface AskedGrant {
  grant: Grant;
  receivedUtcMs: number;
  facts: Omit<DoorFacts, 'sight'>;
  questions: readonly Question[];
}

/** What is to be judged at a door now. */
export interface Round {
  door: WatchedDoor | undefined;
  asked: readonly AskedGrant[];
  /** Events about which no rule asks. */
  unwatched: readonly string[];
  /** When the next of those that are not in it can be judged; null when there is none. */
  dueUtcMs: number | null;
}

/** What can be judged at a door by now, as far as access systems go. */
export async function readRound(trx: Work, at: DoorAt): Promise<Round> {
  const { nowUtcMs } = at;
  const waiting = await waitingAt(trx, at, atOnce);
  const door = await watchedDoor(trx, at);
  const rules = door === undefined ? [] : await rulesAtDoor(trx, at, door);
  const asked: AskedGrant[] = [];
  const unwatched: string[] = [];
  let dueUtcMs: number | null = null;
  for (const event of waiting) {
    const grant = grantOf(event);
    const asking = event.kind === 'granted' ? rules.filter(({ condition }) => isAskedOf(condition, grant)) : [];
    if (asking.length === 0) {
      unwatched.push(event.id);
      continue;
    }
    const settledUtcMs = Math.max(
      ...asking.map(({ condition }) => grantsNeeded(condition, grant.atUtcMs).toUtcMs + settlesMs),
    );
    const next = settledUtcMs > nowUtcMs ? null : await askedOf(trx, at, { event, grant, asking });
    if (next !== null && fits([...asked, next])) asked.push(next);
    else dueUtcMs = Math.min(dueUtcMs ?? Number.POSITIVE_INFINITY, settledUtcMs);
  }
  if (waiting.length === atOnce) dueUtcMs = nowUtcMs;
  return { door, asked, unwatched, dueUtcMs };
}

const grantOf = ({ id, at, direction }: Pick<WaitingEvent, 'id' | 'at' | 'direction'>): Grant => {
  return { id, atUtcMs: at.getTime(), direction };
};

/** Rules that ask about a door, where its core can tell who was there. */
async function rulesAtDoor(trx: Work, { organizationId, doorId }: DoorAt, door: WatchedDoor): Promise<DoorRule[]> {
  if (!door.abilities.includes(doorSightAbility)) return [];
  const place = { organizationId, placeId: door.cameraId };
  const rules = await rulesAtCamera(trx, place, ['doorTailgating', 'eventValidation']);
  return rules.flatMap((rule) => {
    const condition = accessCondition.safeParse(rule.condition).data;
    const isAsked = condition && (condition.doorIds.length === 0 || condition.doorIds.includes(doorId));
    return isAsked ? [{ rule, condition }] : [];
  });
}

async function askedOf(
  trx: Work,
  at: DoorAt,
  { event, grant, asking }: { event: WaitingEvent; grant: Grant; asking: readonly DoorRule[] },
): Promise<AskedGrant> {
  const needed = asking.map(({ condition }) => grantsNeeded(condition, grant.atUtcMs));
  const span = {
    fromUtcMs: Math.min(...needed.map(({ fromUtcMs }) => fromUtcMs)),
    toUtcMs: Math.max(...needed.map(({ toUtcMs }) => toUtcMs)),
  };
  const closedUtcMs = await closingsBetween(trx, at, { ...span, toUtcMs: grant.atUtcMs + aroundMs });
  const facts = { grants: (await grantsBetween(trx, at, span)).map(grantOf), closedUtcMs };
  const questions = asking.map((one): Question => ({ ...one, span: sightNeeded(one.condition, grant, facts) }));
  return { grant, receivedUtcMs: event.receivedAt.getTime(), facts, questions };
}

/** The time that must be known of the camera for one rule. */
export function spanOf(asked: readonly AskedGrant[], ruleId: string): Span {
  const spans = asked.flatMap(({ questions }) =>
    questions.flatMap(({ rule, span }) => (rule.id === ruleId ? [span] : [])),
  );
  return {
    fromUtcMs: Math.min(...spans.map(({ fromUtcMs }) => fromUtcMs)),
    toUtcMs: Math.max(...spans.map(({ toUtcMs }) => toUtcMs)),
  };
}

/** The rules that ask about any of these, each once. */
export const rulesAsking = (asked: readonly AskedGrant[]): DoorRule[] => [
  ...new Map(asked.flatMap(({ questions }) => questions).map((one) => [one.rule.id, one])).values(),
];

/** Whether one question for each rule is enough. */
const fits = (asked: readonly AskedGrant[]): boolean =>
  rulesAsking(asked).every(({ rule }) => {
    const { fromUtcMs, toUtcMs } = spanOf(asked, rule.id);
    return toUtcMs - fromUtcMs <= longestSightMs;
  });

import type { AccessEvent, AccessEventInput, AccessEventResult } from '@sightline/contracts/access-events/access-event';
import type { Page } from '@sightline/contracts/shared/paging';
import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { Hooks } from '../../platform/features/hooks.ts';
import { visibleDoors } from '../doors/doors.public.ts';
import { presentAccessEvent } from './access-events.presenter.ts';
import { accessEventsTaken } from './access-events.public.ts';
import * as repository from './access-events.repository.ts';

/** So many calls of one organization are taken in a minute. */
const perMinute = 600;
/** What is longer ago, or further ahead, is a mistake. */
const longestAgoMs = 86_400_000;
const furthestAheadMs = 300_000;

/** What access events need from the rest of the server. */
export interface AccessEventsDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  hooks: Hooks;
}

/** Query of the list. */
type ListQuery = Omit<repository.AccessEventFilter, 'scope' | 'after'> & { cursor?: string | undefined };

/** What access systems say of doors. */
export type AccessEventsService = ReturnType<typeof createAccessEventsService>;

/** Takes what access systems say of doors, and answers it. */
export function createAccessEventsService(deps: AccessEventsDeps) {
  const { database, changes, clock } = deps;
  const limiter = createAttemptLimiter(perMinute, clock);
  return {
    post: async (actor: MemberActor, said: readonly AccessEventInput[]): Promise<{ results: AccessEventResult[] }> => {
      limiter.take(actor.organizationId);
      const results = await changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        takeAll(deps, { work, actor, said }),
      );
      return { results };
    },
    list: (actor: MemberActor, query: ListQuery): Promise<Page<AccessEvent>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const filter = { ...query, ...pageRequest(query), scope: visibleDoors(actor) };
        const page = await repository.listAccessEvents(trx, actor.organizationId, filter);
        return { ...page, items: page.items.map(presentAccessEvent) };
      }),
  };
}

async function takeAll(
  { clock, hooks }: AccessEventsDeps,
  { work, actor, said }: { work: ChangeWork; actor: MemberActor; said: readonly AccessEventInput[] },
): Promise<AccessEventResult[]> {
  const { organizationId } = actor;
  const found = await repository.findPostedDoors(work.trx, organizationId, [...new Set(said.map((one) => one.doorId))]);
  const doors = new Map(
    found.filter(({ entityPath }) => mayAt(actor, 'CameraView', entityPath)).map((door) => [door.id, door]),
  );
  const nowUtcMs = clock();
  const taken = new Set<repository.PostedDoor>();
  const results = new Map<AccessEventInput, AccessEventResult>();
  // In one order for all, so that two that are posted at once wait for each other and neither fails.
  for (const one of said.toSorted(byKey)) {
    const door = doors.get(one.doorId);
    const code = door === undefined ? 'not_found' : isOffTime(one, nowUtcMs) ? 'access_event_time' : null;
    if (door === undefined || code !== null) {
      results.set(one, { externalId: one.externalId, source: one.source, outcome: 'refused', code });
      continue;
    }
    // A clock that is ahead makes nothing happen in the future.
    const atUtcMs = Math.min(one.atUtcMs, nowUtcMs);
    const isNew = await repository.keepAccessEvent(work.trx, organizationId, {
      ...one,
      atUtcMs,
      receivedAt: new Date(nowUtcMs),
    });
    if (isNew === true) taken.add(door);
    results.set(one, resultOf(one, isNew));
  }
  if (taken.size > 0) {
    const doorIds = [...taken].map(({ id }) => id);
    await hooks.of(accessEventsTaken)(work, { organizationId, doorIds });
    await work.announceAll(
      [...taken].map(({ id: doorId, cameraId, locationId }) => {
        return { kind: 'access-events.told', doorId, cameraId, locationId };
      }),
    );
  }
  return said.flatMap((one) => results.get(one) ?? []);
}

/** By what an event is told from others; those that say the same of it stay in their order. */
function byKey(a: AccessEventInput, b: AccessEventInput): number {
  const [first, second] = [`${a.source}\n${a.externalId}`, `${b.source}\n${b.externalId}`];
  return first < second ? -1 : Number(first > second);
}

const isOffTime = ({ atUtcMs }: AccessEventInput, nowUtcMs: number): boolean =>
  atUtcMs < nowUtcMs - longestAgoMs || atUtcMs > nowUtcMs + furthestAheadMs;

const resultOf = ({ externalId, source }: AccessEventInput, isNew: boolean | null): AccessEventResult =>
  isNew === null
    ? { externalId, source, outcome: 'refused', code: 'conflict' }
    : { externalId, source, outcome: isNew ? 'taken' : 'known', code: null };

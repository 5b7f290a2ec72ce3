import type { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import type { Alert, AlertDetail } from '@sightline/contracts/alerts/alert';
import type { CallOutput } from '@sightline/contracts/shared/call';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { maySeePictures, picturesOfEvents } from '../events/events.public.ts';
import { alertsTold, toldAmong } from './alert-hiding.repository.ts';
import * as lists from './alert-lists.repository.ts';
import { requireAlert, visibleAlerts } from './alerts.policy.ts';
import { presentAlert, presentDetail } from './alerts.presenter.ts';
import { commentsOf, findAlert, type AlertRow } from './alerts.repository.ts';

const dayMs = 86_400_000;

/** What showing alerts needs from the rest of the server. */
export interface AlertsDeps {
  database: Database;
  signer: UrlSigner;
  clock: Clock;
}

type Logs = CallOutput<(typeof alertsCalls)['logs']>;
type QueueQuery = lists.AlertFilter & { limit: number; cursor?: string | undefined };
type LogQuery = lists.AlertFilter & {
  timeStart?: number | undefined;
  timeEnd?: number | undefined;
  limit: number;
  offset: number;
};

/** Alerts as people see them. */
export type AlertsService = ReturnType<typeof createAlertsService>;

/** What rules told: the queue of what waits, and the log of all. */
export function createAlertsService(deps: AlertsDeps) {
  const inside = <T>(actor: MemberActor, work: (trx: Work) => Promise<T>): Promise<T> =>
    deps.database.withOrganization(actor.organizationId, work);
  return {
    queue: (actor: MemberActor, query: QueueQuery): Promise<Page<Alert>> =>
      inside(actor, async (trx) => {
        const request = pageRequest(query);
        if (request.after !== null && !/^\d{1,15}$/.test(request.after.key))
          throw new AppError('validation_failed', { fields: ['cursor'] });
        const filter = { ...query, handling: query.handling ?? ['new' as const, 'taken' as const] };
        const page = await lists.listQueue(trx, await placeOf(trx, actor), { ...request, filter });
        return { ...page, items: await presentAll(deps, trx, { actor, rows: page.items }) };
      }),
    counts: (actor: MemberActor): Promise<lists.WaitingCounts> =>
      inside(actor, async (trx) => lists.countWaiting(trx, await placeOf(trx, actor))),
    kept: (actor: MemberActor, cameraId: string): Promise<number> =>
      inside(actor, async (trx) =>
        lists.countKept(trx, await placeOf(trx, actor), { cameraId, now: new Date(deps.clock()) }),
      ),
    logs: (actor: MemberActor, query: LogQuery): Promise<Logs> => logs(deps, actor, query),
    get: (actor: MemberActor, id: string): Promise<AlertDetail> =>
      inside(actor, (trx) => detailOf(deps, trx, { actor, id })),
  };
}

const placeOf = async (trx: Work, actor: MemberActor): Promise<lists.AlertPlace> => ({
  organizationId: actor.organizationId,
  scope: visibleAlerts(actor),
  told: await alertsTold(trx, actor),
});

async function logs(deps: AlertsDeps, actor: MemberActor, query: LogQuery): Promise<Logs> {
  const { timeStart, timeEnd, limit, offset, ...filter } = query;
  const toUtcMs = timeEnd ?? Math.max(deps.clock() + dayMs, (timeStart ?? 0) + dayMs);
  const fromUtcMs = timeStart ?? (timeEnd === undefined ? deps.clock() : timeEnd) - dayMs;
  if (fromUtcMs >= toUtcMs) throw new AppError('search_range_invalid');
  return deps.database.withOrganization(actor.organizationId, async (trx) => {
    const found = await lists.listLogs(trx, await placeOf(trx, actor), {
      filter,
      fromUtcMs: Math.max(0, fromUtcMs),
      toUtcMs,
      limit,
      offset,
    });
    const items = await presentAll(deps, trx, { actor, rows: found.items });
    return { items, total: found.total.value, relation: found.total.relation, limit, offset };
  });
}

/** Alerts as they are told to the actor, in their order. */
export async function presentAll(
  { signer, clock }: AlertsDeps,
  trx: Work,
  { actor, rows }: { actor: MemberActor; rows: readonly AlertRow[] },
): Promise<Alert[]> {
  const { organizationId, sessionId } = actor;
  const shown = rows.filter(({ entityPath }) => maySeePictures(actor, entityPath));
  const ids = shown.flatMap(({ eventIds }) => eventIds.slice(0, 1));
  const sinceUtcMs = Math.min(...shown.map(({ openedAt }) => openedAt.getTime()));
  const paths = ids.length === 0 ? new Map() : await picturesOfEvents(trx, organizationId, { ids, sinceUtcMs });
  const mayShow = new Set(shown.map(({ id }) => id));
  return rows.map((row) => {
    const path: string | undefined = mayShow.has(row.id) ? paths.get(row.eventIds[0] ?? '') : undefined;
    const url = path === undefined ? null : signer.sign(path, { sessionId, organizationId }, clock());
    return presentAlert(row, actor, url);
  });
}

/** The alert when the actor is told of it. Throws `not_found`. `isHeld`: nobody else changes it until the transaction ends. */
export async function toldAlert(
  trx: Work,
  actor: MemberActor,
  which: { id: string; isHeld?: boolean },
): Promise<AlertRow> {
  const row = requireAlert(actor, await findAlert(trx, actor.organizationId, which));
  if (!(await toldAmong(trx, actor, [row.id])).has(row.id)) throw new AppError('not_found');
  return row;
}

/** One alert with its comments. Throws `not_found` for one that the actor may not see. */
export async function detailOf(
  deps: AlertsDeps,
  trx: Work,
  { actor, id }: { actor: MemberActor; id: string },
): Promise<AlertDetail> {
  const { organizationId } = actor;
  const row = await toldAlert(trx, actor, { id });
  const [shown] = await presentAll(deps, trx, { actor, rows: [row] });
  if (!shown) throw new AppError('not_found');
  return presentDetail(shown, await commentsOf(trx, organizationId, id));
}

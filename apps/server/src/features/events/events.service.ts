import { faceThresholdOf } from '@sightline/contracts/analysis/face-threshold';
import type { eventsCalls } from '@sightline/contracts/events/events.api';
import type { Event, VectorKind } from '@sightline/contracts/events/event';
import type { CallOutput } from '@sightline/contracts/shared/call';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { VectorAnswer, VectorSearch } from '../../platform/database/vector-search.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { UrlSigner } from '../../platform/signed-urls/signed-urls.ts';
import { hiddenFrom } from '../cameras/cameras.public.ts';
import { classCodes } from './event-codes.ts';
import { hidesAppearance, isHiddenEvent, withoutHidden } from './marks/event-hiding.ts';
import type { HiddenFrom } from './marks/event-hiding.repository.ts';
import { withEnd } from './event-end.ts';
import type { EventFilter } from './search/event-filter.repository.ts';
import { eventsAt, type EventRow } from './event-rows.repository.ts';
import { openSearch } from './search/event-search.ts';
import { candidatesOf, findVector, maxCompared } from './search/event-vectors.repository.ts';
import { requireEvent, requirePeople, searchableEvents } from './events.policy.ts';
import { presentEvent } from './events.presenter.ts';
import * as repository from './events.repository.ts';

/** What events need from the rest of the server. */
export interface EventsDeps {
  database: Database;
  vectors: VectorSearch;
  signer: UrlSigner;
  clock: Clock;
}

type ListQuery = EventFilter & { limit: number; cursor?: string | undefined };
type SimilarQuery = EventFilter & { by: VectorKind; limit: number; minSimilarity?: number | undefined };
type Similar = CallOutput<(typeof eventsCalls)['similar']>;

/** Events as people search them. */
export type EventsService = ReturnType<typeof createEventsService>;

/** What was seen: found by what, where, when, and by likeness. */
export function createEventsService(deps: EventsDeps) {
  const { database } = deps;
  return {
    list: (actor: MemberActor, query: ListQuery): Promise<Page<Event>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        requirePeople(actor, query.personIds ?? query.uniformIds);
        const request = pageRequest(query);
        if (request.after !== null && !/^\d{1,15}$/.test(request.after.key))
          throw new AppError('validation_failed', { fields: ['cursor'] });
        const hidden = await hiddenFrom(trx, actor);
        const page = await repository.listEvents(
          trx,
          await openSearch(trx, { ...placeOf(deps, actor), hidden }, query),
          request,
        );
        return { ...page, items: page.items.map((row) => present(deps, actor, withoutHidden(row, hidden))) };
      }),
    get: (actor: MemberActor, id: string): Promise<Event> =>
      database.withOrganization(actor.organizationId, async (trx) =>
        present(deps, actor, (await shownEvent(trx, actor, id)).event),
      ),
    similar: (actor: MemberActor, id: string, query: SimilarQuery): Promise<Similar> =>
      similar(deps, { actor, id }, query),
  };
}

const placeOf = (deps: EventsDeps, actor: MemberActor) => ({
  organizationId: actor.organizationId,
  scope: searchableEvents(actor),
  nowMs: deps.clock(),
});

/** An event that may be searched, as it is told, and what is hidden from the actor. Throws `not_found` for one that never left what its camera hides. */
async function shownEvent(trx: Work, actor: MemberActor, id: string): Promise<{ event: EventRow; hidden: HiddenFrom }> {
  const event = requireEvent(actor, await repository.findEvent(trx, actor.organizationId, id));
  const hidden = await hiddenFrom(trx, actor);
  if (isHiddenEvent(hidden, event)) throw new AppError('not_found');
  return { event: withoutHidden(event, hidden), hidden };
}

const present = (deps: EventsDeps, actor: MemberActor, row: EventRow): Event =>
  presentEvent(withEnd(row, deps.clock()), actor, (path) =>
    deps.signer.sign(path, { sessionId: actor.sessionId, organizationId: actor.organizationId }, deps.clock()),
  );

async function similar(
  deps: EventsDeps,
  { actor, id }: { actor: MemberActor; id: string },
  query: SimilarQuery,
): Promise<Similar> {
  const { organizationId } = actor;
  const { limit, minSimilarity = -1 } = query;
  const { modelId, vector, candidates, hidden } = await deps.database.withOrganization(organizationId, (trx) =>
    prepare(deps, trx, { actor, id, query }),
  );
  const found = await deps.vectors.nearest({
    organizationId,
    queries: candidates,
    like: vector,
    limit,
    minSimilarity,
  });
  const rows = await deps.database.withOrganization(organizationId, (trx) =>
    eventsAt(
      trx,
      organizationId,
      found.matches.map((match) => ({ id: match.id, startedAt: new Date(match.startedAtUtcMs) })),
    ),
  );
  const shown = rows.map((row) => withoutHidden(row, hidden));
  return {
    items: itemsOf(deps, actor, { found, rows: shown, modelId }),
    compared: found.compared,
    isComplete: found.chosen <= maxCompared,
  };
}

async function prepare(
  deps: EventsDeps,
  trx: Work,
  { actor, id, query }: { actor: MemberActor; id: string; query: SimilarQuery },
) {
  const { organizationId } = actor;
  requirePeople(actor, query.personIds ?? query.uniformIds);
  const { event, hidden } = await shownEvent(trx, actor, id);
  const found = hidesAppearance(hidden, event)
    ? undefined
    : await findVector(trx, organizationId, { ...event, kind: query.by });
  if (!found) throw new AppError('event_not_comparable');
  // Looks of people and of cars have nothing in common but numbers.
  const classes = query.classes ?? (query.by === 'appearance' ? [classCodes.fromCode(event.class)] : undefined);
  const search = await openSearch(trx, { ...placeOf(deps, actor), hidden, by: query.by }, { ...query, classes });
  return { ...found, hidden, candidates: candidatesOf(trx, search, { ...found, kind: query.by, exceptId: id }) };
}

function itemsOf(
  deps: EventsDeps,
  actor: MemberActor,
  { found, rows, modelId }: { found: VectorAnswer; rows: readonly EventRow[]; modelId: string },
): Similar['items'] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const threshold = faceThresholdOf(modelId);
  return found.matches.flatMap(({ id, similarity }) => {
    const row = byId.get(id);
    if (!row) return [];
    return [
      { event: present(deps, actor, row), similarity, isMatch: threshold === null ? null : similarity >= threshold },
    ];
  });
}

import type { EventClass } from '@sightline/contracts/events/event';
import { foundEventDays } from '@sightline/contracts/global-search/global-search';
import { readEventWords, readPlate, type EventKind } from '@sightline/domain/global-search/event-words';
import type { Work } from '../../../platform/database/database.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import { hiddenFrom } from '../../cameras/cameras.public.ts';
import { classCodes } from '../event-codes.ts';
import type { EventFilter } from './event-filter.repository.ts';
import type { EventRow } from '../event-rows.repository.ts';
import { openSearch } from './event-search.ts';
import { searchableEvents } from '../events.policy.ts';
import { camerasNamed, newestNamed } from './named-events.repository.ts';

const dayMs = 86_400_000;
/** Cameras of which events are found by the name. */
const maxCameras = 12;

/** An event as it is found by what names it. */
export interface NamedEvent {
  id: string;
  class: EventClass;
  subtype: string | null;
  plate: string | null;
  startedAtUtcMs: number;
  cameraName: string;
  edgeId: string;
  timeZone: string;
  /** Locations from the root down, then the core and the camera. */
  entityPath: string[];
  /** By what it was found. */
  by: 'plate' | 'partOfPlate' | 'kind' | 'camera';
}

/** What is looked for: `query` as it was typed, and its folded words. */
export interface NamedQuery {
  query: string;
  words: readonly string[];
  limit: number;
  nowMs: number;
}

/** Events of the last days that the actor may search, by their plate, by what was seen, and by the name of their camera; the newest of each first. */
export async function findNamedEvents(trx: Work, actor: MemberActor, asked: NamedQuery): Promise<NamedEvent[]> {
  const { query, words, limit } = asked;
  const found = new Map<string, NamedEvent>();
  const keep = (rows: readonly EventRow[], by: (row: EventRow) => NamedEvent['by']): void => {
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, namedEvent(row, by(row)));
  };
  const plate = readPlate(query);
  if (plate !== null)
    keep(await newest(trx, actor, { asked, filter: { plate } }), (row) =>
      row.plate === plate ? 'plate' : 'partOfPlate',
    );
  const { kinds, rest } = readEventWords(words);
  if (found.size < limit && kinds.length > 0) keep(await ofKinds(trx, actor, { asked, kinds, rest }), () => 'kind');
  if (found.size < limit && (kinds.length === 0 || rest.length > 0))
    keep(await ofCameras(trx, actor, { asked, words, filter: {} }), () => 'camera');
  return [...found.values()].slice(0, limit);
}

const namedEvent = (row: EventRow, by: NamedEvent['by']): NamedEvent => {
  const { id, subtype, plate, cameraName, edgeId, timeZone, entityPath } = row;
  return {
    id,
    class: classCodes.fromCode(row.class),
    subtype,
    plate,
    startedAtUtcMs: row.startedAt.getTime(),
    cameraName,
    edgeId,
    timeZone,
    entityPath,
    by,
  };
};

const placeOf = (actor: MemberActor) => ({ organizationId: actor.organizationId, scope: searchableEvents(actor) });

interface Wanted {
  asked: NamedQuery;
  filter: Partial<EventFilter>;
  subtypes?: readonly string[];
}

async function newest(trx: Work, actor: MemberActor, { asked, filter, subtypes = [] }: Wanted): Promise<EventRow[]> {
  const { limit, nowMs } = asked;
  const place = { ...placeOf(actor), nowMs, hidden: await hiddenFrom(trx, actor) };
  const usual = {
    minColourShare: 0,
    plateMatch: 'contains',
    stationary: 'include',
    fromUtcMs: nowMs - foundEventDays * dayMs,
  } as const;
  const search = await openSearch(trx, place, { ...usual, ...filter });
  const isNowhere = !search.cameras.all && search.cameras.ids.length === 0;
  // A part that too many plates have names none of them.
  const isVague = search.plates?.isAll === false || search.plates?.texts.length === 0;
  return isNowhere || isVague ? [] : newestNamed(trx, search, { subtypes, limit });
}

async function ofCameras(
  trx: Work,
  actor: MemberActor,
  { words, ...wanted }: Wanted & { words: readonly string[] },
): Promise<EventRow[]> {
  const cameraIds = await camerasNamed(trx, placeOf(actor), { words, limit: maxCameras });
  return cameraIds.length === 0 ? [] : newest(trx, actor, { ...wanted, filter: { ...wanted.filter, cameraIds } });
}

function ofKinds(
  trx: Work,
  actor: MemberActor,
  { asked, kinds, rest }: { asked: NamedQuery; kinds: readonly EventKind[]; rest: readonly string[] },
) {
  const filter = { classes: [...new Set(kinds.map((kind) => kind.class))] };
  // A class has all of its finer words.
  const finer = kinds.every(({ subtype }) => subtype !== null) ? kinds.flatMap(({ subtype }) => subtype ?? []) : [];
  const wanted = { asked, filter, subtypes: finer };
  return rest.length === 0 ? newest(trx, actor, wanted) : ofCameras(trx, actor, { ...wanted, words: rest });
}

import { foundType, type FoundItem, type FoundType } from '@sightline/contracts/global-search/global-search';
import { closestWords, typosAllowed } from '@sightline/domain/global-search/close-words';
import { searchWords } from '@sightline/domain/global-search/fold-name';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { findNamedEvents } from '../events/events.public.ts';
import { searchSight } from './global-search.policy.ts';
import { presentFound, presentFoundEvent } from './global-search.presenter.ts';
import * as repository from './global-search.repository.ts';

/** With this many found there is no guessing what else may have been meant. */
const enough = 5;
/** Words that a typed one may have been meant to be. */
const maxMeant = 20;

/** What is asked. */
export interface Asked {
  query: string;
  types?: FoundType[] | undefined;
  limit: number;
}

/** Finding things by name. */
export type GlobalSearchService = ReturnType<typeof createGlobalSearchService>;

/** Beside things that have names of their own, events take no more than this many places. */
const maxEvents = 5;

/** Everything of the organization that has a name, found by it. */
export function createGlobalSearchService({ database, clock }: { database: Database; clock: Clock }) {
  return {
    known: async (actor: MemberActor, ids: readonly string[]): Promise<{ items: FoundItem[] }> => {
      const { organizationId } = actor;
      const rows = await database.withOrganization(organizationId, async (trx) => {
        const place = { organizationId, sight: await searchSight(trx, actor), types: [...foundType.options] };
        return repository.findByIds(trx, place, ids);
      });
      const inOrder = [...new Set(ids)].flatMap((id) => rows.filter((row) => row.id === id));
      return { items: inOrder.map((row) => presentFound(row, { actor, isAlike: false })) };
    },
    find: async (
      actor: MemberActor,
      { query, types = [...foundType.options], limit }: Asked,
    ): Promise<{ items: FoundItem[] }> => {
      const words = searchWords(query);
      if (words.length === 0) return { items: [] };
      return database.withOrganization(actor.organizationId, async (trx) => {
        const events = types.includes('event')
          ? await findEvents(trx, actor, { query, words, types, limit, nowMs: clock() })
          : [];
        const named = await findNamed(trx, actor, {
          words,
          types: types.filter((type) => type !== 'event'),
          limit: limit - events.length,
        });
        return { items: [...named, ...events].toSorted((a, b) => b.score - a.score) };
      });
    },
  };
}

interface Wanted {
  words: readonly string[];
  types: readonly FoundType[];
  limit: number;
}

async function findNamed(trx: Work, actor: MemberActor, { words, types, limit }: Wanted): Promise<FoundItem[]> {
  if (types.length === 0) return [];
  const place = { organizationId: actor.organizationId, sight: await searchSight(trx, actor), types };
  const found = await repository.findByWords(trx, place, { words, limit });
  const items = found.map((row) => presentFound(row, { actor, isAlike: false }));
  if (found.length >= Math.min(enough, limit)) return items;
  const alike = await findAlike(trx, place, { words, limit });
  const others = alike.filter(({ id }) => found.every((row) => row.id !== id));
  return [...items, ...others.map((row) => presentFound(row, { actor, isAlike: true }))].slice(0, limit);
}

async function findEvents(
  trx: Work,
  actor: MemberActor,
  { types, limit, ...asked }: Wanted & { query: string; nowMs: number },
): Promise<FoundItem[]> {
  const most = types.length === 1 ? limit : Math.min(maxEvents, Math.floor(limit / 2));
  const found = most === 0 ? [] : await findNamedEvents(trx, actor, { ...asked, limit: most });
  const names = await repository.namesOfLocations(trx, actor.organizationId, [
    ...new Set(found.flatMap(({ entityPath }) => entityPath.slice(0, -2))),
  ]);
  return found.map((event) => presentFoundEvent(event, names));
}

/** What is found when every word that no name has is taken for the closest ones that names have. */
async function findAlike(
  trx: Work,
  place: repository.SearchPlace,
  asked: { words: readonly string[]; limit: number },
): Promise<repository.FoundRow[]> {
  if (asked.words.every((word) => typosAllowed(word) === 0)) return [];
  const known = await repository.wordsOfNames(trx, place);
  const wanted = asked.words.map((word) => {
    if (known.some((name) => name.includes(word))) return [word];
    const meant = closestWords(word, known, maxMeant);
    return meant.length === 0 ? [word] : meant.map((one) => ` ${one}`);
  });
  const isAsBefore = wanted.every((any, index) => any[0] === asked.words[index]);
  return isAsBefore ? [] : repository.findByAny(trx, place, { wanted, limit: asked.limit });
}

import type { RealtimeEvent } from '@sightline/contracts/realtime/realtime';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { RealtimeClient } from './realtime-client.ts';
import type { Hearing } from './realtime.policy.ts';

/** Whoever holds more things than this by one right is asked at every event instead: the index must not outgrow what it serves. */
const maxIndexed = 500;

/** Everybody with the same rights: sessions of one person share them, and so do all administrators. */
interface Holder {
  actor: MemberActor;
  clients: Set<RealtimeClient>;
}

/** Who listens in one organization, found by what they may see. Finding the audience of an event costs its size, not that of the organization. */
export class RealtimeAudience {
  readonly clients = new Set<RealtimeClient>();
  readonly #people = new Map<string, Set<RealtimeClient>>();
  readonly #holders = new Map<readonly Grant[], Holder>();
  /** By right and thing; null is the whole organization. */
  readonly #index = new Map<Permission, Map<string | null, Set<Holder>>>();
  readonly #wide = new Set<Holder>();
  readonly #hearing: Hearing;

  constructor(hearing: Hearing) {
    this.#hearing = hearing;
  }

  add(client: RealtimeClient, actor: MemberActor): void {
    client.actor = actor;
    this.clients.add(client);
    entryOf(this.#people, actor.userId).add(client);
    let holder = this.#holders.get(actor.grants);
    if (!holder) {
      holder = { actor, clients: new Set() };
      this.#holders.set(actor.grants, holder);
      this.#place(holder);
    }
    holder.clients.add(client);
  }

  remove(client: RealtimeClient): void {
    const { actor } = client;
    if (!actor || !this.clients.delete(client)) return;
    const own = this.#people.get(actor.userId);
    own?.delete(client);
    if (own?.size === 0) this.#people.delete(actor.userId);
    const holder = this.#holders.get(actor.grants);
    holder?.clients.delete(client);
    if (holder?.clients.size !== 0) return;
    this.#holders.delete(actor.grants);
    this.#displace(holder);
  }

  replace(client: RealtimeClient, actor: MemberActor): void {
    if (client.actor?.grants === actor.grants) {
      client.actor = actor;
      return;
    }
    this.remove(client);
    this.add(client, actor);
  }

  /** Who may hear of an event at a place with this path; undefined for a place that nobody knows. */
  *of(event: RealtimeEvent, path: readonly string[] | undefined): Generator<RealtimeClient> {
    const people = this.#hearing.peopleToHear(event);
    if (people !== null) {
      for (const userId of people) yield* this.ofPerson(userId);
      return;
    }
    const rights = this.#hearing.rightsToHear(event);
    if (rights === null) return yield* this.clients;
    if (path === undefined) return;
    for (const holder of this.#holdersOf(event, rights, path)) yield* holder.clients;
  }

  /** Whether one of those who listen is of the audience of an event. */
  hears(client: RealtimeClient, event: RealtimeEvent, path: readonly string[] | undefined): boolean {
    const { actor } = client;
    if (!actor || !this.clients.has(client)) return false;
    const people = this.#hearing.peopleToHear(event);
    if (people !== null) return people.includes(actor.userId);
    return this.#hearing.rightsToHear(event) === null || this.#hearing.mayHear(actor, event, path);
  }

  ofPerson(userId: string): Iterable<RealtimeClient> {
    return this.#people.get(userId) ?? [];
  }

  #holdersOf(event: RealtimeEvent, rights: readonly Permission[], path: readonly string[]): Set<Holder> {
    const found = new Set<Holder>();
    for (const right of rights) {
      const things = this.#index.get(right);
      for (const id of things ? [null, ...path] : []) for (const holder of things?.get(id) ?? []) found.add(holder);
    }
    for (const holder of this.#wide) if (this.#hearing.mayHear(holder.actor, event, path)) found.add(holder);
    if (this.#hearing.needsMore(event))
      for (const holder of found) if (!this.#hearing.mayHear(holder.actor, event, path)) found.delete(holder);
    return found;
  }

  #place(holder: Holder): void {
    const keys = keysOf(this.#hearing.rights, holder.actor.grants);
    if (keys === null) return void this.#wide.add(holder);
    for (const [right, id] of keys) {
      let things = this.#index.get(right);
      if (!things) this.#index.set(right, (things = new Map()));
      entryOf(things, id).add(holder);
    }
  }

  #displace(holder: Holder): void {
    this.#wide.delete(holder);
    for (const [right, id] of keysOf(this.#hearing.rights, holder.actor.grants) ?? []) {
      const things = this.#index.get(right);
      const holders = things?.get(id);
      holders?.delete(holder);
      if (holders?.size === 0) things?.delete(id);
    }
  }
}

/** Under which of the rights somebody with these grants is found; null for too much. */
function keysOf(rights: readonly Permission[], grants: readonly Grant[]): [Permission, string | null][] | null {
  const keys: [Permission, string | null][] = [];
  for (const right of rights) {
    const scope = scopeOf(grants, right);
    if (scope.whole) keys.push([right, null]);
    else if (scope.entityIds.size > maxIndexed) return null;
    else for (const id of scope.entityIds) keys.push([right, id]);
  }
  return keys;
}

function entryOf<K, V>(map: Map<K, Set<V>>, key: K): Set<V> {
  let set = map.get(key);
  if (!set) map.set(key, (set = new Set()));
  return set;
}

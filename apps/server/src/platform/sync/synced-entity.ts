import type { Permission } from '@sightline/contracts/shared/permissions';
import type { z } from 'zod';
import type { ChangeWork } from '../database/changes.ts';
import type { Work } from '../database/database.ts';
import type { MemberActor } from '../auth/actor.ts';

/** A core in its organization. */
export interface EdgeKey {
  organizationId: string;
  edgeId: string;
}

/** A core with the kinds of entities that it takes operations of. */
export interface SyncedCore extends EdgeKey {
  kinds: ReadonlySet<string>;
}

/** An entity as it is wanted of a core. */
export interface WantedEntity {
  id: string;
  revision: number;
}

/** What is wanted of an entity now, and its revision. */
export interface DesiredEntity {
  revision: number;
  content: Record<string, unknown>;
}

/** An entity as people know it; `path`: where the right to read its name is asked for. */
export interface NamedEntity {
  name: string;
  path: readonly string[];
}

/** An operation that is to be taken back; `from`: sequence of the one before it about the same entity, null: there was none. */
export interface TakenBack {
  edgeId: string;
  entityId: string;
  sequence: number;
  from: number | null;
}

/** How changes of a kind are taken back that a core has not applied. */
export interface TakeBack {
  /** Whether the actor may, where they may change the queue. `isCreation`: the entity goes away with that. */
  may(actor: MemberActor, at: { path: readonly string[]; entityId: string; isCreation: boolean }): boolean;
  /** What must be asked of the core beforehand, as cores are not asked while a change is under way; throws what forbids it. */
  prepare(actor: MemberActor, target: TakenBack): Promise<void>;
  /** Brings the entity back as a new revision, writes the operation that says so, and announces it. Throws what forbids it. */
  perform(work: ChangeWork, actor: MemberActor, target: TakenBack): Promise<void>;
}

/** How an entity that only its core knows is taken over. */
export interface Adoption {
  permission: Permission;
  /** `content`: what the core was told of it, as its schema reads it. Throws what forbids it. */
  adopt(
    actor: MemberActor,
    found: { edge: { id: string; locationId: string }; entityId: string; revision: number; content: unknown },
  ): Promise<void>;
}

/**
 * A kind of entity that is synced to cores. Who declares it says what is wanted of a core and with which revision; sending, counting,
 * comparing, repairing and showing it is the same for every kind. All of it is asked inside of the organization of the core.
 */
export interface SyncedEntity {
  /** As in `syncedKinds`. */
  kind: string;
  schema: z.ZodType;
  /** Kinds that are part of this one's content for cores that do not know them: it is told anew when a core comes to know one, or knows it no more. */
  merges?: readonly string[];
  /** Who may read the names of entities; every member where there is none. */
  sight?: Permission;
  /** All that the core should hold of the kind. */
  wanted(trx: Work, core: EdgeKey): Promise<WantedEntity[]>;
  /** What the core is told of one; null: that it is gone, or was never its own. */
  desired(trx: Work, core: SyncedCore, entityId: string): Promise<DesiredEntity | null>;
  /** The same of several at once, by id, for a kind of which each by itself is dear to read; what is gone is left out. */
  desiredOf?(trx: Work, core: SyncedCore, entityIds: readonly string[]): Promise<ReadonlyMap<string, DesiredEntity>>;
  /** The core has a revision; does nothing for what is not wanted of this core. */
  confirm?(work: ChangeWork, core: EdgeKey, reached: { entityId: string; revision: number }): Promise<void>;
  /** Lifts what is wanted past a revision that the core holds, and answers the new one; undefined when the core should not have it. */
  raiseRevision(trx: Work, core: EdgeKey, raised: { entityId: string; past: number }): Promise<number | undefined>;
  /** The content as it may be compared and kept: with the version of each secret in the place of the secret. */
  secretVersions(content: Record<string, unknown>): Record<string, unknown>;
  named(trx: Work, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, NamedEntity>>;
  /**
   * Which of these, that a core has and should not, this organization knows or knew: the core lets go of them. Others go on as they are
   * until people decide. Absent: the core lets go of all.
   */
  known?(trx: Work, organizationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Keeps, with an operation that was just written, what taking a later one back needs. */
  keep?(trx: Work, core: EdgeKey, operation: { entityId: string; sequence: number }): Promise<void>;
  /** For kinds that follow from something else: tells the core what became otherwise; `isAnew`: and all the rest once more. */
  follow?(trx: Work, core: EdgeKey, isAnew: boolean): Promise<void>;
  /** The core turned out to have let go of entities that it should have. */
  missed?(work: ChangeWork, core: EdgeKey, missed: { entityIds: readonly string[]; at: Date }): Promise<void>;
  takeBack?: TakeBack;
  adoption?: Adoption;
}

/** Every kind that this server syncs. A kind stands before those that have it in their content, so that cores hear of it first. */
export class SyncedEntities {
  readonly all: readonly SyncedEntity[];
  readonly #byKind: ReadonlyMap<string, SyncedEntity>;

  constructor(all: readonly SyncedEntity[]) {
    this.all = all;
    this.#byKind = new Map(all.map((entity) => [entity.kind, entity]));
  }

  /** Undefined for a kind that this version does not know, of an operation that a newer one wrote. */
  find(kind: string): SyncedEntity | undefined {
    return this.#byKind.get(kind);
  }

  /** The kinds of which a core takes operations. */
  of(core: SyncedCore): SyncedEntity[] {
    return this.all.filter(({ kind }) => core.kinds.has(kind));
  }

  /** All that a core should hold. */
  async wanted(trx: Work, core: SyncedCore): Promise<(WantedEntity & { kind: string })[]> {
    const found: (WantedEntity & { kind: string })[] = [];
    for (const entity of this.of(core))
      for (const { id, revision } of await entity.wanted(trx, core)) found.push({ kind: entity.kind, id, revision });
    return found;
  }

  /** What a core is told of these, by kind and id as `entityKey` makes them; null: gone. Left out is what is of a kind that nobody knows. */
  async desired(
    trx: Work,
    core: SyncedCore,
    entities: readonly { entity: string; entityId: string }[],
  ): Promise<Map<string, DesiredEntity | null>> {
    const found = new Map<string, DesiredEntity | null>();
    for (const [kind, some] of Map.groupBy(entities, ({ entity }) => entity)) {
      const entity = this.find(kind);
      if (entity === undefined) continue;
      const ids = some.map(({ entityId }) => entityId);
      const together = await entity.desiredOf?.(trx, core, ids);
      for (const id of ids)
        found.set(
          entityKey(kind, id),
          together === undefined ? await entity.desired(trx, core, id) : (together.get(id) ?? null),
        );
    }
    return found;
  }

  /** Names of entities of several kinds, by kind and id as `entityKey` makes them. */
  async named(
    trx: Work,
    organizationId: string,
    entities: readonly { entity: string; entityId: string }[],
  ): Promise<Map<string, NamedEntity>> {
    const names = new Map<string, NamedEntity>();
    for (const [kind, some] of Map.groupBy(entities, ({ entity }) => entity)) {
      const ids = [...new Set(some.map(({ entityId }) => entityId))];
      const found = (await this.find(kind)?.named(trx, organizationId, ids)) ?? new Map<string, NamedEntity>();
      for (const [id, named] of found) names.set(entityKey(kind, id), named);
    }
    return names;
  }
}

/** One text for an entity of a kind. */
export const entityKey = (kind: string, entityId: string): string => `${kind}:${entityId}`;

import { contentHashText, type HashedEntity, type Operation } from '@sightline/contracts/link/link-operations';
import { syncedKinds, type SyncedContent, type SyncedKind } from '@sightline/contracts/link/synced-kinds';
import { AppError } from '@sightline/contracts/shared/errors';
import { createHash } from 'node:crypto';
import { openSealedText, sealText } from '../crypto/sealed-text.ts';
import type { Store } from './open-store.ts';
import { damagedRow } from './watched-store.ts';

/** What an owner of a kind is told, in the transaction in which it is stored. */
export interface DesiredChange<C> {
  id: string;
  /** Null: not wanted any more. */
  content: C | null;
  nowUtcMs: number;
}

/** Who makes something of the entities of a kind. */
export interface DesiredOwner<K extends SyncedKind> {
  /** Follows a change, in its transaction: what it throws undoes the change. */
  apply?: (change: DesiredChange<SyncedContent<K>>) => void;
  /** Follows that all of its entities are forgotten at once. */
  forgetAll?: (nowUtcMs: number) => void;
  /** Whether something that must not be found any more went with a change: it is then gone from the disk before the change counts as applied. */
  erases?: (before: SyncedContent<K>, after: SyncedContent<K> | null) => boolean;
  /** Reads what an older version stored; by the kind's schema unless said otherwise. Undefined: it cannot be read and counts as not known. */
  read?: (stored: Record<string, unknown>) => SyncedContent<K> | undefined;
}

/** `older`: not newer than what is here. `refused`: of a kind that nobody owns here, or not as its kind must be; nothing was stored. */
export type Applied = 'applied' | 'older' | 'refused';

interface DesiredRow {
  kind: string;
  id: string;
  revision: number;
  /** Sealed JSON text, or null for gone. */
  content: string | null;
}

/** Everything that is wanted of this core, whatever its kind, as synced. Content is sealed on disk because it may carry credentials. */
export class DesiredStore {
  readonly #store: Store;
  readonly #key: Buffer;
  readonly #owners = new Map<string, DesiredOwner<SyncedKind>>();

  constructor(store: Store, key: Buffer) {
    this.#store = store;
    this.#key = key;
  }

  /** Takes operations of a kind from now on. */
  own<K extends SyncedKind>(kind: K, owner: DesiredOwner<K> = {}): void {
    this.#owners.set(kind, owner as unknown as DesiredOwner<SyncedKind>);
  }

  /** Kinds that somebody owns here: the server tells this core of no other. */
  kinds(): string[] {
    return [...this.#owners.keys()];
  }

  /**
   * From now on says only of these kinds what this core holds: a server of before knows no others, and would never find it in sync. What
   * is held of others stays as it is. Answers whether that changes the hash.
   */
  speakOf(serverKinds: readonly string[]): boolean {
    const before = this.contentHash();
    this.#store
      .prepare(
        `insert into meta (key, value) values ('spokenKinds', ?)
         on conflict (key) do update set value = excluded.value where value <> excluded.value`,
      )
      .run(JSON.stringify(this.kinds().filter((kind) => serverKinds.includes(kind))));
    return this.contentHash() !== before;
  }

  /** Kinds of which the server is told what this core holds; all of its own until a server has said which it knows. */
  #spokenKinds(): string[] {
    const row = this.#store.prepare("select value from meta where key = 'spokenKinds'").get() as
      | { value: string }
      | undefined;
    const spoken = row && (JSON.parse(row.value) as string[]);
    return this.kinds().filter((kind) => spoken?.includes(kind) ?? true);
  }

  /** Applies an operation in one transaction. */
  apply(operation: Operation, nowUtcMs: number): Applied {
    const { entity: kind, entityId: id, revision, desired } = operation;
    const owner = this.#owners.get(kind);
    if (owner === undefined) return 'refused';
    const content = desired && syncedKinds[kind as SyncedKind].safeParse(desired);
    if (content?.success === false) return 'refused';
    const before = owner.erases === undefined ? undefined : this.find(kind as SyncedKind, id);
    const applied = this.#store.transaction((): Applied => {
      const isNewer = revision > this.revisionOf(kind, id);
      if (isNewer) {
        this.#put({ kind, id, revision, content: content && sealText(this.#key, JSON.stringify(content.data)) });
        owner.apply?.({ id, content: content && content.data, nowUtcMs });
      }
      this.#count(operation.sequence);
      // Who tells of a kind knows it, also where it did not say so.
      const spoken = this.#spokenKinds();
      if (!spoken.includes(kind)) this.speakOf([...spoken, kind]);
      return isNewer ? 'applied' : 'older';
    })();
    if (applied === 'applied' && before !== undefined && owner.erases?.(before, content && content.data) === true)
      this.#truncateLog();
    return applied;
  }

  /** The log of what was written last holds what was there before; it is emptied into the database, which overwrites what is gone. */
  #truncateLog(): void {
    this.#store.pragma('wal_checkpoint(TRUNCATE)');
  }

  #put({ kind, id, revision, content }: DesiredRow): void {
    this.#store
      .prepare(
        `insert into desired (kind, id, revision, content) values (?, ?, ?, ?)
         on conflict (kind, id) do update set revision = excluded.revision, content = excluded.content`,
      )
      .run(kind, id, revision, content);
  }

  #count(sequence: number): void {
    this.#store
      .prepare(
        `insert into meta (key, value) values ('lastOperation', ?)
         on conflict (key) do update set value = max(cast(value as integer), cast(excluded.value as integer))`,
      )
      .run(String(sequence));
  }

  /** Number of the last operation that came; 0 for none. */
  lastOperation(): number {
    const row = this.#store.prepare("select value from meta where key = 'lastOperation'").get() as
      | { value: string }
      | undefined;
    return row ? Number(row.value) : 0;
  }

  /** What is wanted of a kind, by id. */
  list<K extends SyncedKind>(kind: K): { id: string; content: SyncedContent<K> }[] {
    const rows = this.#store
      .prepare('select id, content from desired where kind = ? and content is not null order by id')
      .all(kind) as { id: string; content: string }[];
    return rows.flatMap(({ id, content: sealed }) => {
      const content = this.#read(kind, sealed);
      return content === undefined ? [] : [{ id, content }];
    });
  }

  /** Revisions of what is wanted of a kind, by id; nothing is opened. */
  revisions(kind: SyncedKind): { id: string; revision: number }[] {
    return this.#store
      .prepare('select id, revision from desired where kind = ? and content is not null order by id')
      .all(kind) as { id: string; revision: number }[];
  }

  /** The content of one entity; undefined when it is not wanted, or was never heard of. */
  find<K extends SyncedKind>(kind: K, id: string): SyncedContent<K> | undefined {
    const row = this.#store.prepare('select content from desired where kind = ? and id = ?').get(kind, id) as
      | { content: string | null }
      | undefined;
    return row?.content == null ? undefined : this.#read(kind, row.content);
  }

  #read<K extends SyncedKind>(kind: K, sealed: string): SyncedContent<K> | undefined {
    const stored = this.#open(sealed);
    const read = this.#owners.get(kind)?.read;
    return (read ? read(stored) : syncedKinds[kind].safeParse(stored).data) as SyncedContent<K> | undefined;
  }

  #open(sealed: string): Record<string, unknown> {
    try {
      return JSON.parse(openSealedText(this.#key, sealed)) as Record<string, unknown>;
    } catch (error) {
      throw damagedRow(this.#store, error);
    }
  }

  /** The revision that an entity has reached here; 0 when it was never heard of. */
  revisionOf(kind: string, id: string): number {
    const row = this.#store.prepare('select revision from desired where kind = ? and id = ?').get(kind, id) as
      | { revision: number }
      | undefined;
    return row?.revision ?? 0;
  }

  /** SHA-256 over kinds, ids and revisions of what is wanted; equal on both sides means in sync. */
  contentHash(): string {
    const live: HashedEntity[] = this.#known().filter(({ isLive }) => isLive === 1);
    return createHash('sha256').update(contentHashText(live)).digest('hex');
  }

  /** Revisions of everything that was ever wanted; what is gone is not live and has no name. */
  content(): {
    lastOperation: number;
    entities: { kind: string; id: string; revision: number; isLive: boolean; name?: string }[];
  } {
    return {
      lastOperation: this.lastOperation(),
      entities: this.#known().map(({ kind, id, revision, isLive }) => {
        const content: object | undefined = isLive === 1 ? this.find(kind as SyncedKind, id) : undefined;
        const name = content && 'name' in content ? String(content.name) : undefined;
        return { kind, id, revision, isLive: isLive === 1, ...(name !== undefined && { name }) };
      }),
    };
  }

  /** Of kinds of which the server is told. */
  #known(): (Omit<DesiredRow, 'content'> & { isLive: 0 | 1 })[] {
    return this.#store
      .prepare(
        `select kind, id, revision, content is not null as isLive from desired
         where kind in (select value from json_each(?)) order by kind, id`,
      )
      .all(JSON.stringify(this.#spokenKinds())) as (Omit<DesiredRow, 'content'> & { isLive: 0 | 1 })[];
  }

  /** What was told of one entity. Fails with `not_found`. */
  told<K extends SyncedKind>(kind: K, id: string): { revision: number; content: SyncedContent<K> } {
    const content = this.find(kind, id);
    if (content === undefined) throw new AppError('not_found');
    return { revision: this.revisionOf(kind, id), content };
  }

  /** Forgets all that was synced. */
  forgetAll(nowUtcMs: number): void {
    this.#store.transaction(() => {
      for (const owner of this.#owners.values()) owner.forgetAll?.(nowUtcMs);
      this.#store.prepare('delete from desired').run();
      this.#store.prepare("delete from meta where key in ('lastOperation', 'spokenKinds')").run();
    })();
  }
}

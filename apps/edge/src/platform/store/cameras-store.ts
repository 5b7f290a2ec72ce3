import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraConfig, Operation } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import { contentHashText } from '@sightline/contracts/link/link-operations';
import { isStored } from '@sightline/domain/cameras/stored-streams';
import { createHash } from 'node:crypto';
import { openSealedText, sealText } from '../crypto/sealed-text.ts';
import { formerStream } from './footage-line.ts';
import type { Store } from './open-store.ts';
import { damagedRow } from './store-damage.ts';

interface CameraRow {
  id: string;
  revision: number;
  config: string | null;
}

type Added = 'analysis' | 'settings' | 'onvif';
type StoredConfig = Omit<CameraConfig, Added> & Partial<Pick<CameraConfig, Added>>;

/** A stream as the store remembers it, also after its camera is gone. */
export interface StreamRow {
  id: string;
  cameraId: string;
  kind: 'main' | 'sub';
  reorders: 0 | 1;
  retentionDays: number;
  retentionBytes: number | null;
  /** Days that footage of the smart tier is kept; null when there is no such tier. */
  smartRetentionDays: number | null;
  /** 0: the other stream of the camera is written instead. */
  isStored: 0 | 1;
  removedAtUtcMs: number | null;
}

const streamColumns = `id, camera_id as cameraId, kind, reorders, retention_days as retentionDays,
  retention_bytes as retentionBytes, smart_retention_days as smartRetentionDays, is_stored as isStored, removed_at_utc_ms as removedAtUtcMs`;

/** Wanted cameras, as synced. Configurations are sealed on disk because they carry credentials. */
export class CamerasStore {
  private readonly store: Store;
  private readonly key: Buffer;

  constructor(store: Store, key: Buffer) {
    this.store = store;
    this.key = key;
  }

  /** Applies an operation in one transaction. Answers false when it is not newer than what is here. */
  apply(operation: Operation, nowUtcMs: number): boolean {
    return this.store.transaction(() => {
      const row = this.store.prepare('select revision from cameras where id = ?').get(operation.entityId) as
        | { revision: number }
        | undefined;
      const isNewer = !row || operation.revision > row.revision;
      if (isNewer) this.write(operation, nowUtcMs);
      this.store
        .prepare(
          `insert into meta (key, value) values ('lastOperation', ?)
           on conflict (key) do update set value = max(cast(value as integer), cast(excluded.value as integer))`,
        )
        .run(String(operation.sequence));
      return isNewer;
    })();
  }

  private write(operation: Operation, nowUtcMs: number): void {
    const config = operation.desired ? sealText(this.key, JSON.stringify(operation.desired)) : null;
    this.store
      .prepare(
        'insert into cameras (id, revision, config) values (?, ?, ?) on conflict (id) do update set revision = excluded.revision, config = excluded.config',
      )
      .run(operation.entityId, operation.revision, config);
    const kept = operation.desired?.streams ?? [];
    const kinds = kept.map((stream) => stream.kind);
    const { recording } = cameraSettings.parse(operation.desired?.settings ?? {});
    const smartDays = recording.smartStorage.isOn ? recording.smartStorage.retentionDays : null;
    for (const stream of kept) {
      this.store
        .prepare(
          `insert into streams (id, camera_id, kind, retention_days, retention_bytes, smart_retention_days, is_stored) values (?, ?, ?, ?, ?, ?, ?)
           on conflict (id) do update set camera_id = excluded.camera_id, kind = excluded.kind, removed_at_utc_ms = null,
             retention_days = excluded.retention_days, retention_bytes = excluded.retention_bytes,
             smart_retention_days = excluded.smart_retention_days, is_stored = excluded.is_stored`,
        )
        .run(
          stream.id,
          operation.entityId,
          stream.kind,
          operation.desired?.retentionDays,
          operation.desired?.retentionBytes,
          smartDays,
          isStored(kinds, recording, stream.kind) ? 1 : 0,
        );
    }
    if (operation.desired !== null) this.keepOthersAsLong(operation.desired, smartDays);
    this.store
      .prepare(
        `update streams set removed_at_utc_ms = ? where camera_id = ? and removed_at_utc_ms is null
         and id not in (select value from json_each(?))`,
      )
      .run(nowUtcMs, operation.entityId, JSON.stringify(kept.map((stream) => stream.id)));
  }

  /** Footage of streams that the camera does not have any more is kept as long as the rest of it. */
  private keepOthersAsLong({ id, retentionDays, retentionBytes }: CameraConfig, smartDays: number | null): void {
    this.store
      .prepare(
        'update streams set retention_days = ?, retention_bytes = ?, smart_retention_days = ? where camera_id = ?',
      )
      .run(retentionDays, retentionBytes, smartDays, id);
  }

  lastOperation(): number {
    const row = this.store.prepare("select value from meta where key = 'lastOperation'").get() as
      | { value: string }
      | undefined;
    return row ? Number(row.value) : 0;
  }

  /** Every wanted camera, by id. */
  list(): CameraConfig[] {
    const rows = this.store
      .prepare('select id, revision, config from cameras where config is not null order by id')
      .all() as CameraRow[];
    return rows.map((row) => {
      // What was stored by an older core says nothing of what came later.
      const stored = this.open(row.config ?? '');
      return {
        ...stored,
        analysis: analysisSettings.parse(stored.analysis ?? {}),
        settings: cameraSettings.parse(stored.settings ?? {}),
        onvif: stored.onvif ?? null,
      };
    });
  }

  private open(config: string): StoredConfig {
    try {
      return JSON.parse(openSealedText(this.key, config)) as StoredConfig;
    } catch (error) {
      throw damagedRow(this.store, error);
    }
  }

  /** The revision that a camera has reached here; 0 when it was never heard of. */
  revisionOf(cameraId: string): number {
    const row = this.store.prepare('select revision from cameras where id = ?').get(cameraId) as
      | { revision: number }
      | undefined;
    return row?.revision ?? 0;
  }

  /** SHA-256 over ids and revisions of what is wanted; equal on both sides means in sync. */
  contentHash(): string {
    const rows = this.store.prepare('select id, revision from cameras where config is not null').all() as CameraRow[];
    return createHash('sha256').update(contentHashText(rows)).digest('hex');
  }

  /** Revisions of everything that was ever wanted; what is gone is not live and has no name. */
  content(): { lastOperation: number; entities: { id: string; revision: number; isLive: boolean; name?: string }[] } {
    const rows = this.store
      .prepare('select id, revision, config is not null as isLive from cameras order by id')
      .all() as (Omit<CameraRow, 'config'> & {
      isLive: 0 | 1;
    })[];
    const names = new Map(this.list().map(({ id, name }) => [id, name]));
    return {
      lastOperation: this.lastOperation(),
      entities: rows.map((row) => {
        const name = names.get(row.id);
        return { ...row, isLive: row.isLive === 1, ...(name !== undefined && { name }) };
      }),
    };
  }

  /** What was told of one camera. Fails with `not_found`. */
  told(cameraId: string): { revision: number; config: CameraConfig } {
    const config = this.list().find(({ id }) => id === cameraId);
    if (!config) throw new AppError('not_found');
    return { revision: this.revisionOf(cameraId), config };
  }

  /** The stream of a camera whose footage is asked for by kind: of one that is not written the other one, which has it. */
  footageOf(cameraId: string, kind: 'main' | 'sub'): StreamRow | null {
    const asked = this.streamOf(cameraId, kind);
    const other = this.streamOf(cameraId, kind === 'main' ? 'sub' : 'main');
    return (asked === null || asked.isStored === 0) && other?.isStored === 1 && other.removedAtUtcMs === null
      ? other
      : asked;
  }

  /** The stream of a camera by kind; the newest when a camera had several of the kind. */
  streamOf(cameraId: string, kind: 'main' | 'sub'): StreamRow | null {
    const row = this.store
      .prepare(
        `select ${streamColumns} from streams
         where camera_id = ? and kind = ? order by coalesce(removed_at_utc_ms, 9e15) desc, id desc limit 1`,
      )
      .get(cameraId, kind) as StreamRow | undefined;
    return row ?? null;
  }

  /** The stream whose footage comes before that of this one. */
  formerOf(streamId: string): string | null {
    return formerStream(this.store, streamId);
  }

  streams(): StreamRow[] {
    return this.store.prepare(`select ${streamColumns} from streams`).all() as StreamRow[];
  }

  /** Forgets every camera and what was synced; footage stays until its days are over. */
  forgetAll(nowUtcMs: number): void {
    this.store.transaction(() => {
      this.store.prepare('delete from cameras').run();
      this.store.prepare("delete from meta where key = 'lastOperation'").run();
      this.store.prepare('update streams set removed_at_utc_ms = ? where removed_at_utc_ms is null').run(nowUtcMs);
    })();
  }

  /** Takes up a stream that has footage but no row, as of a camera that was removed: its footage keeps to `retentionDays`. */
  adoptStream(streamId: string, kept: { retentionDays: number; nowUtcMs: number }): void {
    this.store
      .prepare(
        `insert into streams (id, camera_id, kind, retention_days, removed_at_utc_ms) values (@streamId, @streamId, 'main', @retentionDays, @nowUtcMs)
         on conflict (id) do nothing`,
      )
      .run({ streamId, ...kept });
  }

  /** Remembers that pictures of a stream come reordered, so that the next connection starts that way. */
  noteReorders(streamId: string, reorders: boolean): void {
    this.store.prepare('update streams set reorders = ? where id = ?').run(reorders ? 1 : 0, streamId);
  }

  /** Forgets a removed stream whose last footage is gone. */
  forgetStream(streamId: string): void {
    this.store.prepare('delete from streams where id = ? and removed_at_utc_ms is not null').run(streamId);
  }
}

import { analysisSettings } from '@sightline/contracts/cameras/camera-analysis';
import { cameraSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { withinLocation, withinSwitches } from '@sightline/domain/cameras/allowed-recognition';
import { isStored } from '@sightline/domain/cameras/stored-streams';
import type { DesiredChange, DesiredStore, DesiredOwner } from './desired-store.ts';
import { formerStream } from './footage-line.ts';
import type { Store } from './open-store.ts';

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

/** What an older version stored of a camera: it says nothing of what came later. */
const readStored = (stored: Record<string, unknown>): CameraConfig =>
  ({
    ...stored,
    analysis: analysisSettings.parse(stored['analysis'] ?? {}),
    settings: cameraSettings.parse(stored['settings'] ?? {}),
    onvif: stored['onvif'] ?? null,
    locationId: stored['locationId'] ?? null,
    organizationId: stored['organizationId'] ?? null,
  }) as CameraConfig;

/** Wanted cameras, and their streams, which outlive them. Owns the kind `camera` of what is synced, and the kinds that limit what cameras recognise. */
export class CamerasStore {
  readonly #store: Store;
  readonly #desired: DesiredStore;

  constructor(store: Store, desired: DesiredStore) {
    this.#store = store;
    this.#desired = desired;
    // Whoever takes up the stores of another core reads them before any capability begins.
    desired.own('camera', this.owner);
    desired.own('organizationSwitches');
    desired.own('locationPrivacy');
  }

  /** Makes streams of what is wanted of cameras. */
  get owner(): DesiredOwner<'camera'> {
    return {
      read: readStored,
      apply: (change) => this.#write(change),
      forgetAll: (nowUtcMs) => this.#removeAll(nowUtcMs),
    };
  }

  #write({ id: cameraId, content, nowUtcMs }: DesiredChange<CameraConfig>): void {
    const kept = content?.streams ?? [];
    const kinds = kept.map((stream) => stream.kind);
    const { recording } = cameraSettings.parse(content?.settings ?? {});
    const smartDays = recording.smartStorage.isOn ? recording.smartStorage.retentionDays : null;
    for (const stream of kept) {
      this.#store
        .prepare(
          `insert into streams (id, camera_id, kind, retention_days, retention_bytes, smart_retention_days, is_stored) values (?, ?, ?, ?, ?, ?, ?)
           on conflict (id) do update set camera_id = excluded.camera_id, kind = excluded.kind, removed_at_utc_ms = null,
             retention_days = excluded.retention_days, retention_bytes = excluded.retention_bytes,
             smart_retention_days = excluded.smart_retention_days, is_stored = excluded.is_stored`,
        )
        .run(
          stream.id,
          cameraId,
          stream.kind,
          content?.retentionDays,
          content?.retentionBytes,
          smartDays,
          isStored(kinds, recording, stream.kind) ? 1 : 0,
        );
    }
    if (content !== null) this.#keepOthersAsLong(content, smartDays);
    this.#store
      .prepare(
        `update streams set removed_at_utc_ms = ? where camera_id = ? and removed_at_utc_ms is null
         and id not in (select value from json_each(?))`,
      )
      .run(nowUtcMs, cameraId, JSON.stringify(kept.map((stream) => stream.id)));
  }

  /** Footage of streams that the camera does not have any more is kept as long as the rest of it. */
  #keepOthersAsLong({ id, retentionDays, retentionBytes }: CameraConfig, smartDays: number | null): void {
    this.#store
      .prepare(
        'update streams set retention_days = ?, retention_bytes = ?, smart_retention_days = ? where camera_id = ?',
      )
      .run(retentionDays, retentionBytes, smartDays, id);
  }

  /** Footage stays until its days are over. */
  #removeAll(nowUtcMs: number): void {
    this.#store.prepare('update streams set removed_at_utc_ms = ? where removed_at_utc_ms is null').run(nowUtcMs);
  }

  /** Every wanted camera, by id, as far as its location and its organization allow it to recognise. */
  list(): CameraConfig[] {
    const switches = new Map(
      this.#desired.list('organizationSwitches').map(({ id, content }) => [id, content.allowed]),
    );
    const places = new Map(
      this.#desired.list('locationPrivacy').map(({ id, content }) => [id, content.faceRecognition]),
    );
    return this.#desired.list('camera').map(({ content }) => limited(content, { switches, places }));
  }

  /** The revision that a camera has reached here; 0 when it was never heard of. */
  revisionOf(cameraId: string): number {
    return this.#desired.revisionOf('camera', cameraId);
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
    const row = this.#store
      .prepare(
        `select ${streamColumns} from streams
         where camera_id = ? and kind = ? order by coalesce(removed_at_utc_ms, 9e15) desc, id desc limit 1`,
      )
      .get(cameraId, kind) as StreamRow | undefined;
    return row ?? null;
  }

  /** The stream whose footage comes before that of this one. */
  formerOf(streamId: string): string | null {
    return formerStream(this.#store, streamId);
  }

  streams(): StreamRow[] {
    return this.#store.prepare(`select ${streamColumns} from streams`).all() as StreamRow[];
  }

  /** Takes up a stream that has footage but no row, as of a camera that was removed: its footage keeps to `retentionDays`. */
  adoptStream(streamId: string, kept: { retentionDays: number; nowUtcMs: number }): void {
    this.#store
      .prepare(
        `insert into streams (id, camera_id, kind, retention_days, removed_at_utc_ms) values (@streamId, @streamId, 'main', @retentionDays, @nowUtcMs)
         on conflict (id) do nothing`,
      )
      .run({ streamId, ...kept });
  }

  /** Remembers that pictures of a stream come reordered, so that the next connection starts that way. */
  noteReorders(streamId: string, reorders: boolean): void {
    this.#store.prepare('update streams set reorders = ? where id = ?').run(reorders ? 1 : 0, streamId);
  }

  /** Forgets a removed stream whose last footage is gone. */
  forgetStream(streamId: string): void {
    this.#store.prepare('delete from streams where id = ? and removed_at_utc_ms is not null').run(streamId);
  }
}

interface Limits {
  switches: ReadonlyMap<string, Readonly<Record<string, boolean>>>;
  places: ReadonlyMap<string, boolean>;
}

/**
 * Never more than is known to be allowed. What a camera carries in itself counts as long as nothing else is known; once it is, a camera
 * that was told before that is not compared by its location, until it is told anew with it.
 */
function limited(camera: CameraConfig, { switches, places }: Limits): CameraConfig {
  const { organizationId, locationId } = camera;
  const known = organizationId === null ? [...switches.values()] : [switches.get(organizationId)];
  const allowed = known.reduce((one, other) => withinSwitches(one, other), camera);
  if (locationId !== null) return withinLocation(allowed, places.get(locationId));
  return places.size === 0 ? allowed : withinLocation(allowed, undefined);
}

import type { CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { StreamStatus } from '@sightline/contracts/cameras/camera';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbox } from '../../platform/store/outbox.ts';
import { StoreQueue } from '../../platform/store/store-queue.ts';

/** How a part is, without since when. */
export type PartState = Pick<StreamStatus, 'state' | 'cause'>;

export interface CameraPartsOptions {
  outbox: Pick<Outbox, 'append'>;
  log: Log;
  clock: Clock;
  cameras: () => readonly Pick<CameraConfig, 'id' | 'analysis' | 'settings'>[];
  analysis: () => Promise<readonly CameraAnalysisStatus[]>;
}

interface Told {
  analytics: StreamStatus;
  smartStorage: StreamStatus;
  audioEnabled: boolean;
  /** Since when the analysis has had no pictures, by the clock that is never set; null while it has. */
  waitingSinceMs: number | null;
  told: string;
}

const lookEveryMs = 1_000;
/** Analysis begins some seconds after the pictures, and after its worker, which may have models to load: until then nothing has failed. */
const beginsWithinMs = 20_000;
/** These do not pass by themselves. */
const lasting: ReadonlySet<ErrorCode> = new Set(['analysis_suspended', 'transcode_unavailable']);

const off: PartState = { state: 'off', cause: null };

/** How the analysis of a camera is; `waitingMs`: for how long it has had no pictures. */
export function analyticsStateOf(status: CameraAnalysisStatus | undefined, waitingMs: number): PartState {
  if (status?.state === 'off') return off;
  if (status !== undefined && status.state !== 'waiting') return { state: 'online', cause: null };
  const cause = status?.cause ?? null;
  const isFailure = (cause !== null && lasting.has(cause)) || waitingMs >= beginsWithinMs;
  return isFailure ? { state: 'offline', cause: cause ?? 'stream_offline' } : { state: 'connecting', cause: null };
}

/** Tells the cloud how the parts of every camera beside its streams are, once and then when one of them changed. */
export class CameraPartsReport {
  readonly #options: CameraPartsOptions;
  readonly #entries = new Map<string, Told>();
  readonly #smartStorage = new Map<string, PartState>();
  readonly #writes: StoreQueue;
  #timer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(options: CameraPartsOptions) {
    this.#options = options;
    this.#writes = new StoreQueue(options.log);
  }

  start(): void {
    this.#timer = setTimeout(() => {
      void this.look()
        .catch((error: unknown) =>
          this.#options.log.warn({ detail: String(error) }, 'the state of the analysis could not be read'),
        )
        .finally(() => {
          if (!this.#isStopped) this.start();
        });
    }, lookEveryMs);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.#writes.stop();
  }

  /** What keeps footage with motion longer says how it is for a camera; it is off until then. */
  setSmartStorage(cameraId: string, state: PartState): void {
    this.#smartStorage.set(cameraId, state);
  }

  /** Says everything once more, to a server that does not know it. */
  notifyAll(): void {
    for (const entry of this.#entries.values()) entry.told = '';
  }

  /** Looks at all cameras and tells what changed. */
  async look(): Promise<void> {
    const statuses = new Map((await this.#options.analysis()).map((status) => [status.cameraId, status]));
    if (this.#isStopped) return;
    const cameras = this.#options.cameras();
    const wanted = new Set(cameras.map(({ id }) => id));
    for (const cameraId of this.#entries.keys()) if (!wanted.has(cameraId)) this.#forget(cameraId);
    for (const camera of cameras) this.#notify(camera, statuses.get(camera.id));
  }

  #forget(cameraId: string): void {
    this.#entries.delete(cameraId);
    this.#smartStorage.delete(cameraId);
  }

  #notify(
    { id, analysis, settings }: ReturnType<CameraPartsOptions['cameras']>[number],
    status: CameraAnalysisStatus | undefined,
  ): void {
    const { clock } = this.#options;
    const [nowUtcMs, nowMs] = [Math.round(clock.nowUtcMs()), clock.monotonicMs()];
    const before = this.#entries.get(id);
    const isWaiting = analysis.isOn && (status === undefined || status.state === 'waiting');
    const waitingSinceMs = isWaiting ? (before?.waitingSinceMs ?? nowMs) : null;
    const analytics = analysis.isOn ? analyticsStateOf(status, nowMs - (waitingSinceMs ?? nowMs)) : off;
    const smartStorage = settings.recording.smartStorage.isOn ? (this.#smartStorage.get(id) ?? off) : off;
    const parts = {
      analytics: since(before?.analytics, analytics, nowUtcMs),
      smartStorage: since(before?.smartStorage, smartStorage, nowUtcMs),
      audioEnabled: settings.recording.recordsAudio,
    };
    const entry: Told = { ...parts, waitingSinceMs, told: before?.told ?? '' };
    this.#entries.set(id, entry);
    const text = JSON.stringify(parts);
    if (text === entry.told) return;
    entry.told = text;
    this.#writes.add(() => this.#options.outbox.append(nowUtcMs, { kind: 'cameraParts', cameraId: id, ...parts }));
  }
}

const since = (before: StreamStatus | undefined, now: PartState, nowUtcMs: number): StreamStatus =>
  before?.state === now.state && before.cause === now.cause ? before : { ...now, sinceUtcMs: nowUtcMs };

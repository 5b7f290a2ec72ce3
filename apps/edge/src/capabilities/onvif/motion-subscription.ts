import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MotionNotice, OnvifPort } from '../../drivers/onvif/onvif-port.ts';
import { Backoff } from '../../platform/backoff.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceWorkerEvent, OnvifCamera } from './device-worker-messages.ts';

/** Waits between attempts, and for news within one question. */
export interface ListenWaits {
  firstMs: number;
  limitMs: number;
  pullMs: number;
}

export interface MotionSubscriptionDeps {
  onvif: OnvifPort;
  camera: OnvifCamera;
  clock: Clock;
  emit: (event: DeviceWorkerEvent) => void;
  /** Tests take shorter ones. */
  waits?: ListenWaits;
}

/** Between two answers nobody knows what the camera sees: recording waits that long to decide. */
const usualWaits: ListenWaits = { firstMs: 1_000, limitMs: 60_000, pullMs: 4_000 };
/** What a camera tells arrives after it happened. */
const lateMs = 1_000;
/** A device that answers at once without news is not asked faster than this. */
const pauseMs = 200;
/** A wrong password asked again and again locks the account. */
const refusedRetryMs = 300_000;
/** A device's own time is believed as far as it may have waited to tell. */
const believedMs = 15_000;
const maxSources = 64;
/** Of the name of a rule; whoever speaks the protocol bounds it, and nothing is kept of one that did not. */
const maxSourceName = 400;
/** How long a subscription lives as far as this is believed. */
const believedLife = { minMs: 3_000, maxMs: 3_600_000 };

/** Notices of one answer that are looked at. */
const maxNotices = 200;

const believed = (lifeMs: number): number =>
  Number.isFinite(lifeMs) ? Math.min(believedLife.maxMs, Math.max(believedLife.minMs, lifeMs)) : believedLife.minMs;

const codeOf = (error: unknown): ErrorCode => (error instanceof AppError ? error.code : 'internal');

/** Listens to what one camera notices: subscribes, renews, and begins anew whenever the device went away. */
export class MotionSubscription {
  readonly #deps: MotionSubscriptionDeps;
  readonly #backoff: Backoff;
  readonly #stopping = new AbortController();
  /** Rules of the device that see motion now. */
  readonly #moving = new Set<string>();
  #isListening: boolean | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: MotionSubscriptionDeps) {
    this.#deps = deps;
    this.#backoff = new Backoff(deps.waits ?? usualWaits);
  }

  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let cause: ErrorCode = 'camera_closed';
      try {
        await this.#listen();
      } catch (error) {
        cause = codeOf(error);
      }
      if (signal.aborted) return;
      this.#notifyListening(false, cause);
      const waitMs = this.#backoff.next();
      await this.#pause(
        cause === 'camera_credentials_refused' || cause === 'onvif_unsupported'
          ? Math.max(waitMs, this.#deps.waits?.limitMs ?? refusedRetryMs)
          : waitMs,
      );
    }
  }

  async #listen(): Promise<void> {
    const { onvif, camera, clock, emit, waits = usualWaits } = this.#deps;
    const { signal } = this.#stopping;
    const device = await onvif.open(camera);
    const events = await device.openEvents();
    try {
      let renewedAtMs = clock.monotonicMs();
      let wasAsked = false;
      while (!signal.aborted) {
        const askedAtMs = clock.monotonicMs();
        const lifeMs = believed(events.leftMs);
        const notices = (await events.pull(Math.max(1_000, Math.min(waits.pullMs, lifeMs / 2)), signal)).slice(
          0,
          maxNotices,
        );
        this.#backoff.reset();
        // A camera whose detection is switched off would be quiet for ever: only one that tells of motion is believed.
        if (notices.length > 0) this.#notifyListening(true, null);
        else if (this.#isListening !== true && !wasAsked) {
          wasAsked = true;
          await events.notifyAll();
        }
        for (const notice of notices) this.#receive(notice, device.clockOffsetMs);
        if (this.#isListening)
          emit({ type: 'device.heard', cameraId: camera.cameraId, untilUtcMs: Math.round(clock.nowUtcMs()) - lateMs });
        const nowMs = clock.monotonicMs();
        if (nowMs - renewedAtMs > lifeMs / 3) {
          await events.renew();
          renewedAtMs = nowMs;
        }
        if (nowMs - askedAtMs < pauseMs) await this.#pause(pauseMs);
      }
    } finally {
      // This only spares the device the wait: it forgets by itself, and one that is away cannot be told.
      await events.close().catch(() => undefined);
    }
  }

  #receive(notice: MotionNotice, clockOffsetMs: number | null): void {
    const before = this.#moving.size > 0;
    const source = notice.source.slice(0, maxSourceName);
    if (notice.isMotion && this.#moving.size < maxSources) this.#moving.add(source);
    else if (!notice.isMotion) this.#moving.delete(source);
    const isMotion = this.#moving.size > 0;
    if (isMotion !== before)
      this.#deps.emit({
        type: 'device.motion',
        cameraId: this.#deps.camera.cameraId,
        atUtcMs: this.#instantOf(notice, clockOffsetMs),
        isMotion,
      });
  }

  /** The device's instant by our clock when it can be true, else now. */
  #instantOf({ deviceUtcMs }: MotionNotice, clockOffsetMs: number | null): number {
    const nowUtcMs = this.#deps.clock.nowUtcMs();
    const atUtcMs = deviceUtcMs === null || clockOffsetMs === null ? Number.NaN : deviceUtcMs - clockOffsetMs;
    // Also false of what is no number.
    return Math.round(atUtcMs <= nowUtcMs && atUtcMs > nowUtcMs - believedMs ? atUtcMs : nowUtcMs);
  }

  /** What a device saw before it fell silent says nothing of now. */
  #notifyListening(isListening: boolean, cause: ErrorCode | null): void {
    const { emit, camera, clock } = this.#deps;
    if (!isListening && this.#moving.size > 0) {
      this.#moving.clear();
      emit({
        type: 'device.motion',
        cameraId: camera.cameraId,
        atUtcMs: Math.round(clock.nowUtcMs()),
        isMotion: false,
      });
    }
    if (this.#isListening === isListening) return;
    this.#isListening = isListening;
    emit({ type: 'device.listening', cameraId: camera.cameraId, isListening, cause });
  }

  #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    });
  }
}

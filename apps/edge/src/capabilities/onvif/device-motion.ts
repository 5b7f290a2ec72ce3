import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceWorkerEvent } from './device-worker-messages.ts';

/** What is said of the time between two instants of a camera; see `ActivityMessage`. */
export interface Activity {
  cameraId: string;
  fromUtcMs: number;
  untilUtcMs: number;
  isActive: boolean;
  cause: ErrorCode | null;
}

interface Heard {
  isListening: boolean;
  isMotion: boolean;
  /** When motion last ended. */
  endedAtUtcMs: number;
  /** Up to where somebody judged this camera, or null. */
  assessedUtcMs: number | null;
  /** When the analysis last judged it. */
  analysedAtMs: number;
}

export interface DeviceMotionDeps {
  clock: Clock;
  /** Hears of cameras that nobody else judges. */
  noteActivity: (activity: Activity) => void;
}

/** The analysis speaks about twice a second; after this long it does not look at this camera. */
const analysisSilentMs = 3_000;
/** Of a camera that just began to tell. */
const firstMs = 500;
/** What lies further back than this is nobody's any more. */
const backMs = 15_000;
const untold: Heard = {
  isListening: false,
  isMotion: false,
  endedAtUtcMs: Number.NEGATIVE_INFINITY,
  assessedUtcMs: null,
  analysedAtMs: Number.NEGATIVE_INFINITY,
};

/**
 * What cameras themselves say of motion takes the place of the analysis while that cannot judge them: no decoder, switched
 * off, or overloaded. While it can, its word counts alone, because only it knows the areas that people drew. A camera that
 * is not heard counts for nothing, so that what nobody judges is recorded.
 */
export class DeviceMotion {
  readonly #deps: DeviceMotionDeps;
  readonly #heard = new Map<string, Heard>();
  #motionCameras: ReadonlySet<string> = new Set();

  constructor(deps: DeviceMotionDeps) {
    this.#deps = deps;
  }

  /** Cameras of which footage with motion is wanted; for no others is anything said. */
  setCameras(cameraIds: readonly string[]): void {
    this.#motionCameras = new Set(cameraIds);
  }

  receive(event: DeviceWorkerEvent): void {
    const camera = this.#of(event.cameraId);
    if (event.type === 'device.heard') return this.#assessUnseen(camera, event);
    if (event.type === 'device.listening') {
      camera.isListening = event.isListening;
      if (!event.isListening) camera.isMotion = false;
      return;
    }
    // Told too late, or by a clock that runs slow: what was judged quiet is gone, yet what is judged next counts.
    if (camera.isMotion && !event.isMotion)
      camera.endedAtUtcMs = Math.max(event.atUtcMs, (camera.assessedUtcMs ?? event.atUtcMs) + 1);
    camera.isMotion = event.isMotion;
  }

  /** What the analysis says, or null when it cannot judge and the camera's own word follows. */
  replace(activity: Activity): Activity | null {
    const camera = this.#heard.get(activity.cameraId);
    if (!camera || !this.#motionCameras.has(activity.cameraId)) return activity;
    if (activity.cause === null) {
      camera.analysedAtMs = this.#deps.clock.monotonicMs();
      camera.assessedUtcMs = activity.untilUtcMs;
      return activity;
    }
    camera.analysedAtMs = Number.NEGATIVE_INFINITY;
    return camera.isListening ? null : activity;
  }

  /** Judges a camera that the analysis does not, up to where it is known to have told everything. */
  #assessUnseen(camera: Heard, { cameraId, untilUtcMs }: { cameraId: string; untilUtcMs: number }): void {
    const { clock, noteActivity } = this.#deps;
    if (
      !this.#motionCameras.has(cameraId) ||
      !camera.isListening ||
      clock.monotonicMs() - camera.analysedAtMs < analysisSilentMs
    )
      return;
    const before = camera.assessedUtcMs ?? untilUtcMs - firstMs;
    if (before >= untilUtcMs && before < untilUtcMs + backMs) return;
    const fromUtcMs = before >= untilUtcMs || before < untilUtcMs - backMs ? untilUtcMs - firstMs : before;
    camera.assessedUtcMs = untilUtcMs;
    noteActivity({ cameraId, fromUtcMs, untilUtcMs, isActive: moved(camera, fromUtcMs), cause: null });
  }

  #of(cameraId: string): Heard {
    const known = this.#heard.get(cameraId) ?? { ...untold };
    this.#heard.set(cameraId, known);
    return known;
  }
}

const moved = ({ isMotion, endedAtUtcMs }: Heard, sinceUtcMs: number): boolean => isMotion || endedAtUtcMs > sinceUtcMs;

import { AppError } from '@sightline/contracts/shared/errors';
import type { PtzSpeed } from '../../drivers/onvif/onvif-port.ts';
import type { CameraSession } from './camera-sessions.ts';

/** A stop that got lost is sent once more. */
const againMs = 500;
/** Who ends waits for the last stops no longer. */
const lastStopsMs = 1_500;

type Camera = Pick<CameraSession, 'cameraId' | 'device'>;

interface Due {
  timer: NodeJS.Timeout;
  stop: () => Promise<void>;
}

/** Whether the device may have done what it was told although it did not say so. */
const isUnclear = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  error.code === 'camera_timeout' ||
  error.code === 'camera_closed' ||
  error.code === 'camera_not_onvif';

const isLockedOut = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'camera_credentials_refused';

/** Moves heads and stops them in time: many devices do not heed the time that they are given, and whoever moves one may be cut off. */
export class HeadStops {
  readonly #due = new Map<string, Due>();
  /** Counts what a head was told, by camera: an answer that comes late knows nothing of what was told since. */
  readonly #told = new Map<string, number>();

  /** Moves for `forMs` at most. A later move of the same camera takes the place of this one. */
  async move(camera: Camera, head: string, { speed, forMs }: { speed: PtzSpeed; forMs: number }): Promise<void> {
    const turn = this.#begin(camera);
    const isMoving = this.#due.has(camera.cameraId);
    // Before it answers: the head moves meanwhile, and the answer may never come.
    this.#stopLater(camera, head, forMs);
    try {
      await camera.device.move(head, speed, forMs);
    } catch (error) {
      if (isUnclear(error)) {
        if (this.#isLast(camera, turn)) this.#stopLater(camera, head, forMs);
        // What was refused moves nothing; what moved before goes on, and its stop is this one now. Wrong passwords lock accounts.
      } else if (!isMoving || isLockedOut(error)) this.#forget(camera, turn);
      throw error;
    }
    // Once more from now on: a slow device may only have begun, and a stop may have come before its move.
    if (this.#isLast(camera, turn)) this.#stopLater(camera, head, forMs);
  }

  /** Stops now; a stop that nobody confirms is tried again. */
  async stopNow(camera: Camera, head: string): Promise<void> {
    this.#clear(camera);
    try {
      await camera.device.stopMoving(head);
    } catch (error) {
      // Whatever it was, also that the camera is away for a moment: nobody else stops the head any more.
      if (!isLockedOut(error) && !this.#due.has(camera.cameraId)) this.#stopLater(camera, head, againMs);
      throw error;
    }
  }

  /** The head is told something else than to move: no stop shall end that. Where that fails it may still move as before, and is stopped. */
  async sendElsewhere(camera: Camera, head: string, send: () => Promise<void>): Promise<void> {
    const turn = this.#begin(camera);
    const isMoving = this.#due.has(camera.cameraId);
    this.#clear(camera);
    try {
      await send();
    } catch (error) {
      if (isMoving && !isLockedOut(error) && this.#isLast(camera, turn)) this.#stopLater(camera, head, 0);
      throw error;
    }
  }

  /** Whatever moves now is stopped at once: nobody would do it later. */
  async stop(): Promise<void> {
    const due = [...this.#due.values()];
    this.#due.clear();
    for (const { timer } of due) clearTimeout(timer);
    let timer: NodeJS.Timeout | undefined;
    const enough = new Promise((resolve) => (timer = setTimeout(resolve, lastStopsMs)));
    await Promise.race([enough, Promise.all(due.map(({ stop }) => stop().catch(() => undefined)))]);
    clearTimeout(timer);
  }

  #begin({ cameraId }: Camera): number {
    const turn = (this.#told.get(cameraId) ?? 0) + 1;
    this.#told.set(cameraId, turn);
    return turn;
  }

  #isLast({ cameraId }: Camera, turn: number): boolean {
    return this.#told.get(cameraId) === turn;
  }

  #forget(camera: Camera, turn: number): void {
    if (this.#isLast(camera, turn)) this.#clear(camera);
  }

  #clear({ cameraId }: Camera): void {
    clearTimeout(this.#due.get(cameraId)?.timer);
    this.#due.delete(cameraId);
  }

  #stopLater(camera: Camera, head: string, afterMs: number): void {
    const { cameraId, device } = camera;
    this.#clear(camera);
    const stop = (): Promise<void> => device.stopMoving(head);
    const stopAt = (waitMs: number, onFailed: () => void): void => {
      const act = (): void => {
        this.#due.delete(cameraId);
        stop().catch(onFailed);
      };
      this.#due.set(cameraId, { timer: setTimeout(act, waitMs), stop });
    };
    stopAt(afterMs, () => {
      // Meanwhile somebody may have moved it again, with a stop of its own. The device was told when to stop, too.
      if (!this.#due.has(cameraId)) stopAt(againMs, () => undefined);
    });
  }
}

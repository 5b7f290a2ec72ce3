import type { CameraSession } from './camera-sessions.ts';

/** A stop that got lost is sent once more. */
const againMs = 500;

type Camera = Pick<CameraSession, 'cameraId' | 'device'>;

/** Stops moving heads in time: many devices do not heed the time that they are given. */
export class HeadStops {
  private readonly timers = new Map<string, NodeJS.Timeout>();

  /** A later move of the same camera takes the place of this one. */
  stopLater(camera: Camera, head: string, afterMs: number): void {
    const { cameraId, device } = camera;
    this.forget(camera);
    const stopAt = (waitMs: number, onFailed: () => void): void => {
      const stop = (): void => {
        this.timers.delete(cameraId);
        device.stopMoving(head).catch(onFailed);
      };
      this.timers.set(cameraId, setTimeout(stop, waitMs));
    };
    stopAt(afterMs, () => {
      // Meanwhile somebody may have moved it again, with a stop of its own. The device was told when to stop, too.
      if (!this.timers.has(cameraId)) stopAt(againMs, () => undefined);
    });
  }

  forget({ cameraId }: Pick<Camera, 'cameraId'>): void {
    clearTimeout(this.timers.get(cameraId));
    this.timers.delete(cameraId);
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}

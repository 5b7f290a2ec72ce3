import { AppError } from '@sightline/contracts/shared/errors';
import type { DeviceProfile, OnvifDevice, OnvifPort } from '../../drivers/onvif/onvif-port.ts';
import type { OnvifCamera } from './device-worker-messages.ts';

/** A camera that was reached, and which of its profiles moves and shows the picture. */
export interface CameraSession {
  cameraId: string;
  device: OnvifDevice;
  /** Token of the first profile whose head moves, or null. */
  head: string | null;
  /** Token of the picture source, or null. */
  source: string | null;
}

export interface CameraSessionsDeps {
  onvif: OnvifPort;
  monotonicMs: () => number;
}

/** Reaching a device takes four answers: a joystick cannot wait for them each time. */
const keptMs = 60_000;

const sessionOf = (cameraId: string, device: OnvifDevice, profiles: readonly DeviceProfile[]): CameraSession => ({
  cameraId,
  device,
  head: profiles.find(({ hasPtz }) => hasPtz)?.token ?? null,
  source: profiles.find(({ videoSource }) => videoSource !== null)?.videoSource ?? null,
});

interface Kept {
  /** What the camera was when it was reached. */
  key: string;
  atMs: number;
  session: Promise<CameraSession>;
}

/** Reaches cameras by their id and keeps them for a minute, so that one action after the other is quick. */
export class CameraSessions {
  readonly #deps: CameraSessionsDeps;
  readonly #cameras = new Map<string, OnvifCamera>();
  readonly #kept = new Map<string, Kept>();

  constructor(deps: CameraSessionsDeps) {
    this.#deps = deps;
  }

  setCameras(cameras: readonly OnvifCamera[]): void {
    this.#cameras.clear();
    for (const camera of cameras) this.#cameras.set(camera.cameraId, camera);
    for (const cameraId of this.#kept.keys()) if (!this.#cameras.has(cameraId)) this.#kept.delete(cameraId);
  }

  /** Does something with a camera. Fails with `onvif_absent` without an address; what failed is reached anew the next time. */
  async use<T>(cameraId: string, act: (session: CameraSession) => Promise<T>): Promise<T> {
    const camera = this.#cameras.get(cameraId);
    if (!camera) throw new AppError('onvif_absent');
    try {
      return await act(await this.#reach(camera));
    } catch (error) {
      this.#kept.delete(cameraId);
      throw error;
    }
  }

  #reach(camera: OnvifCamera): Promise<CameraSession> {
    const { cameraId } = camera;
    const nowMs = this.#deps.monotonicMs();
    const key = JSON.stringify(camera);
    const before = this.#kept.get(cameraId);
    if (before?.key === key && nowMs - before.atMs < keptMs) return before.session;
    const session = this.#open(camera);
    this.#kept.set(cameraId, { key, atMs: nowMs, session });
    return session;
  }

  async #open({ cameraId, ...target }: OnvifCamera): Promise<CameraSession> {
    const device = await this.#deps.onvif.open(target);
    await device.information();
    return sessionOf(cameraId, device, await device.profiles());
  }
}

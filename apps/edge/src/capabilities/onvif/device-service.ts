import type { OnvifState } from '@sightline/contracts/cameras/camera-onvif';
import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import type { DiscoverDevices, OnvifPort } from '../../drivers/onvif/onvif-port.ts';
import type { Clock } from '../../platform/clock.ts';
import { CameraSessions } from './camera-sessions.ts';
import { actOnDevice } from './device-action.ts';
import { identifyDevices } from './device-identity.ts';
import { probeDevice } from './device-probe.ts';
import { readDeviceState } from './device-state.ts';
import type { DeviceWorkerEvent, OnvifCamera } from './device-worker-messages.ts';
import { HeadStops } from './head-stops.ts';
import type { ListenWaits } from './motion-subscription.ts';
import { MotionSubscription } from './motion-subscription.ts';
import { NetworkScan } from './network-scan.ts';
import { cameraPorts } from './probe-hosts.ts';

export interface DeviceServiceDeps {
  onvif: OnvifPort;
  discover: DiscoverDevices;
  hosts: () => string[];
  neighbours: () => Promise<Map<string, string>>;
  allows: (address: string) => boolean;
  /** All addresses behind a host. */
  addressesOf: (host: string) => Promise<string[]>;
  clock: Clock;
  emit: (event: DeviceWorkerEvent) => void;
  /** Tests take shorter ones. */
  waits?: ListenWaits;
}

/** Everything that a core does with devices that speak ONVIF: looks for them, looks at them, acts on them, listens to them. */
export class DeviceService {
  readonly #deps: DeviceServiceDeps;
  readonly #network: NetworkScan;
  readonly #sessions: CameraSessions;
  readonly #stops: HeadStops;
  readonly #heard = new Map<string, OnvifState['events']>();
  readonly #listeners = new Map<string, { key: string; subscription: MotionSubscription }>();

  constructor(deps: DeviceServiceDeps) {
    this.#deps = deps;
    this.#network = new NetworkScan({ ...deps, ports: cameraPorts });
    this.#sessions = new CameraSessions({ onvif: deps.onvif, monotonicMs: deps.clock.monotonicMs });
    this.#stops = new HeadStops();
  }

  /** The whole wanted state: listens to each of these cameras and to no other. */
  configure(cameras: readonly OnvifCamera[]): void {
    this.#sessions.setCameras(cameras);
    const wanted = new Map(cameras.map((camera) => [camera.cameraId, camera]));
    for (const [cameraId, { key, subscription }] of this.#listeners) {
      if (JSON.stringify(wanted.get(cameraId)) === key) continue;
      this.#listeners.delete(cameraId);
      this.#heard.delete(cameraId);
      void subscription.stop();
      // Nothing is known of its motion from here on, and nothing that it said holds.
      this.#deps.emit({ type: 'device.listening', cameraId, isListening: false, cause: null });
    }
    for (const camera of cameras) if (!this.#listeners.has(camera.cameraId)) this.#listen(camera);
  }

  scan(input: EdgeCommandInput<'onvif.scan'>): Promise<EdgeCommandOutput<'onvif.scan'>> {
    return this.#network.scan(input);
  }

  cancelScan({ scanId }: EdgeCommandInput<'onvif.scanCancel'>): EdgeCommandOutput<'onvif.scanCancel'> {
    this.#network.cancel(scanId);
    return {};
  }

  look(input: EdgeCommandInput<'onvif.look'>): Promise<EdgeCommandOutput<'onvif.look'>> {
    return probeDevice(this.#deps, input);
  }

  identify(input: EdgeCommandInput<'onvif.identify'>): Promise<EdgeCommandOutput<'onvif.identify'>> {
    return identifyDevices(
      { ...this.#deps, useCamera: (cameraId, act) => this.#sessions.use(cameraId, ({ device }) => act(device)) },
      input,
    );
  }

  state({ cameraId }: EdgeCommandInput<'onvif.state'>): Promise<EdgeCommandOutput<'onvif.state'>> {
    return this.#sessions.use(cameraId, (session) =>
      readDeviceState(session, { nowUtcMs: this.#deps.clock.nowUtcMs(), events: this.#heard.get(cameraId) ?? null }),
    );
  }

  act({ cameraId, action }: EdgeCommandInput<'onvif.act'>): Promise<EdgeCommandOutput<'onvif.act'>> {
    return this.#sessions.use(cameraId, (session) => actOnDevice(session, action, this.#stops));
  }

  async stop(): Promise<void> {
    this.#network.stop();
    await Promise.all([
      this.#stops.stop(),
      ...[...this.#listeners.values()].map(({ subscription }) => subscription.stop()),
    ]);
  }

  #listen(camera: OnvifCamera): void {
    const { onvif, clock, waits } = this.#deps;
    const emit = (event: DeviceWorkerEvent): void => {
      // One that is being replaced has nothing to say any more.
      if (this.#listeners.get(camera.cameraId)?.subscription !== subscription) return;
      if (event.type === 'device.listening')
        this.#heard.set(event.cameraId, { isListening: event.isListening, cause: event.cause });
      this.#deps.emit(event);
    };
    const subscription: MotionSubscription = new MotionSubscription({
      onvif,
      camera,
      clock,
      emit,
      ...(waits ? { waits } : {}),
    });
    this.#listeners.set(camera.cameraId, { key: JSON.stringify(camera), subscription });
    subscription.start();
  }
}

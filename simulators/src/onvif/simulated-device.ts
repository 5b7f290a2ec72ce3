import type { EventSubscriptions } from './event-subscriptions.ts';
import type { ImagingState, OnvifDeviceOptions, OnvifFaults, PtzState, SimulatedProfile } from './onvif-device-api.ts';

/** What the services of one device share. */
export interface DeviceDeps {
  options: OnvifDeviceOptions;
  faults: OnvifFaults;
  ptz: PtzState;
  imaging: ImagingState;
  events: EventSubscriptions;
  clock: { offsetMs: number };
  /** Address of a path of this device as it names itself. */
  named(path: string): string;
  profiles(): SimulatedProfile[];
  reboot(forMs: number): void;
}

/** Answers one request: XML of the answer, or null when this service does not know it. Throws `SoapFault`. */
export type ServiceAnswer = (device: DeviceDeps, name: string, xml: string) => string | null | Promise<string>;

export const freshFaults = (): OnvifFaults => ({
  slowMs: 0,
  garbage: null,
  hugeBytes: 0,
  isHalfOpen: false,
  refusesAll: false,
  hasNoProfiles: false,
  hasNoTerminationTime: false,
  namedHost: null,
  lies: false,
  redirectTo: null,
});

export const nowOf = (device: Pick<DeviceDeps, 'clock'>): number => Date.now() + device.clock.offsetMs;

import { identifyCapability, onvifCommands } from '@sightline/contracts/cameras/camera-onvif';
import type { EdgeCapability } from '../../platform/capabilities/edge-capability.ts';
import type { EdgeCore } from '../../platform/capabilities/edge-core.ts';
import { forwardTo, namesOf } from '../../platform/link/command-handlers.ts';
import type { RecordGives } from '../record/record.capability.ts';
import type { RecoverGives } from '../recover/recover.capability.ts';
import { DeviceSupervision } from './device-supervision.ts';

export interface OnvifGives {
  devices: DeviceSupervision;
}

/** Speaks to devices, and hears what cameras themselves say of motion. */
export const onvifCapability: EdgeCapability<
  EdgeCore & RecoverGives & RecordGives,
  OnvifGives,
  keyof typeof onvifCommands
> = {
  verb: 'onvif',
  abilities: [identifyCapability],
  start: ({ config, stores, media, clock, log }, onStop) => {
    const devices = new DeviceSupervision({
      deviceNetworks: config.deviceNetworks,
      cameras: () => stores.cameras.list(),
      noteActivity: (activity) => media.noteActivity(activity),
      clock,
      log,
    });
    onStop(() => devices.stop());
    devices.start();
    return {
      gives: { devices },
      handlers: forwardTo(devices, namesOf(onvifCommands)),
      configure: () => devices.configure(),
    };
  },
};

import type { OnvifDevice, OnvifDeviceOptions, SimulatedProfile } from '@sightline/simulators/onvif/onvif-device-api';
import { startOnvifDevice } from '@sightline/simulators/onvif/onvif-device';
import { afterEach } from 'vitest';
import { createDeviceNetworks } from '../../../src/platform/device-networks/device-networks.ts';
import { createOnvifDriver } from '../../../src/drivers/onvif/onvif-driver.ts';

export const account = { username: 'admin', password: 'pass & <word>' };

export const mainProfile: SimulatedProfile = {
  token: 'main',
  name: 'Main',
  codec: 'H264',
  width: 1920,
  height: 1080,
  fps: 25,
  bitrateKbps: 4096,
  streamUrl: 'rtsp://127.0.0.1:8554/yard/main?channel=1&subtype=0',
  hasAudio: true,
};
export const subProfile: SimulatedProfile = {
  ...mainProfile,
  token: 'sub',
  name: 'Sub',
  width: 640,
  height: 360,
  fps: 15,
  bitrateKbps: 512,
  streamUrl: 'rtsp://127.0.0.1:8554/yard/sub',
};

const running: OnvifDevice[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((device) => device.stop()));
});

/** A simulated camera that ends with the test. */
export async function cameraFor(options: Partial<OnvifDeviceOptions> = {}): Promise<OnvifDevice> {
  const device = await startOnvifDevice({
    ...account,
    manufacturer: 'Acme',
    model: 'Dome 5',
    profiles: [mainProfile, subProfile],
    ...options,
  });
  running.push(device);
  return device;
}

/** The driver as the product uses it where devices are simulated on the machine itself, with shorter patience. */
export const testDriver = (timeoutMs = 10_000) =>
  createOnvifDriver({ networks: createDeviceNetworks(['127.0.0.0/8']), nowUtcMs: () => Date.now(), timeoutMs });

export const accessTo = (device: { host: string; port: number }, credentials = account) => ({
  host: device.host,
  port: device.port,
  credentials,
});

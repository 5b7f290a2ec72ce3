import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import { describe, expect, it } from 'vitest';
import { knownDevices } from './known-devices.ts';

const found = (host: string, port = 80, change: Partial<FoundDevice> = {}): FoundDevice => ({
  host,
  port,
  source: 'discovery',
  name: '',
  manufacturer: '',
  model: '',
  macAddress: null,
  isOnvif: true,
  ...change,
});
const byOnvif = (onvifHost: string, onvifPort: number, ...urls: string[]) => ({ urls, onvifHost, onvifPort });
const byStream = (...urls: string[]) => ({ urls, onvifHost: null, onvifPort: null });
const stream = (host: string, port: number) => found(host, port, { source: 'probe', isOnvif: false });
const known = (devices: FoundDevice[], ...cameras: Parameters<typeof knownDevices>[1][number][]): number[] => {
  const isKnown = knownDevices(devices, cameras);
  return devices.filter((device) => isKnown(device) > 0).map(({ port }) => port);
};

describe('a device that a scan found', () => {
  const behindOne = [found('10.0.0.5', 8001), found('10.0.0.5', 8002), found('10.0.0.5', 8003)];

  it('is no camera yet because another one behind the same address is', () => {
    expect(known(behindOne, byOnvif('10.0.0.5', 8002, 'rtsp://10.0.0.5:9002/1'))).toEqual([8002]);
    // Nobody can say which of them it is: to call one new is put right by its address, to call all known is not.
    expect(known(behindOne, byStream('rtsp://10.0.0.5:9002/1'))).toEqual([]);
    expect(known([stream('10.0.0.5', 554), stream('10.0.0.5', 8554)], byStream('rtsp://10.0.0.5/1'))).toEqual([554]);
    expect(known([found('10.0.0.5', 8001)], byOnvif('10.0.0.5', 80, 'rtsp://10.0.0.5/1'))).toEqual([]);
  });

  it('is as many cameras as were added of it, as a recorder is at one host and port', () => {
    const recorder = found('10.0.0.9');
    const channel = (number: number) => byOnvif('10.0.0.9', 80, `rtsp://10.0.0.9:554/channel/${String(number)}`);
    const byPath = stream('10.0.0.9', 554);
    const count = knownDevices([recorder, byPath], [channel(1), channel(2), byStream('rtsp://10.0.0.9/channel/3')]);
    expect([count(recorder), count(byPath)]).toEqual([3, 3]);
    expect(count(found('10.0.0.10'))).toBe(0);
  });

  it('is a camera already at its own place, however that is written', () => {
    expect(known([found('10.0.0.5')], byOnvif('0xa.5', 80))).toEqual([80]);
    expect(known([found('fe80::1')], byOnvif('[FE80::1]', 80))).toEqual([80]);
    expect(known([stream('10.0.0.5', 322)], byStream('rtsps://10.0.0.5/1'))).toEqual([322]);
    expect(known([found('Cam.local')], byOnvif('cam.local', 80))).toEqual([80]);
  });

  it('is a camera already that was added by the address of its stream, when it alone is at that address', () => {
    expect(known([found('10.0.0.5'), found('10.0.0.6', 81)], byStream('rtsp://10.0.0.5:8554/1'))).toEqual([80]);
    expect(known([found('10.0.0.5'), stream('10.0.0.5', 554)], byStream('rtsp://10.0.0.5:554/1'))).toEqual([80, 554]);
  });
});

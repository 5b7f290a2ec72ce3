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
  uuid: null,
  ...change,
});
const unknown = { deviceUuid: null, deviceSerial: null, deviceMac: null, deviceChannels: null };
const byOnvif = (onvifHost: string, onvifPort: number, ...urls: string[]) => ({
  ...unknown,
  urls,
  onvifHost,
  onvifPort,
});
const byStream = (...urls: string[]) => ({ ...unknown, urls, onvifHost: null, onvifPort: null });
const stream = (host: string, port: number) => found(host, port, { source: 'probe', isOnvif: false });
const known = (devices: FoundDevice[], ...cameras: Parameters<typeof knownDevices>[1][number][]): number[] => {
  const isKnown = knownDevices(devices, cameras);
  return devices.filter((device) => isKnown(device).cameraCount > 0).map(({ port }) => port);
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
    expect([count(recorder), count(byPath)]).toMatchObject([{ cameraCount: 3 }, { cameraCount: 3 }]);
    expect(count(found('10.0.0.10'))).toEqual({ cameraCount: 0, channelCount: null, isElsewhere: false });
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

const macs = ['00:11:22:33:44:01', '00:11:22:33:44:02'] as const;

describe('a device that was added once', () => {
  const gate = (
    change: Partial<typeof unknown | { deviceUuid: string; deviceMac: string; deviceChannels: number }> = {},
  ) => ({
    ...byOnvif('10.0.0.5', 80, 'rtsp://10.0.0.5/1'),
    deviceUuid: 'urn:uuid:gate',
    ...change,
  });
  const isGate = { uuid: 'urn:uuid:gate' };
  const hostsOf = (devices: FoundDevice[], ...cameras: Parameters<typeof knownDevices>[1][number][]) => {
    const knownAs = knownDevices(devices, cameras);
    return devices
      .filter((device) => knownAs(device).cameraCount > 0)
      .map((device) => [device.host, knownAs(device).isElsewhere]);
  };

  it('is not known again by a uuid that another device shares', () => {
    const clones = [found('10.0.0.5', 80, isGate), found('10.0.0.6', 80, isGate)];
    expect(hostsOf(clones, gate())).toEqual([['10.0.0.5', false]]);
    // The first is away: the card of the second tells that it is another one.
    const other = found('10.0.0.6', 80, { ...isGate, macAddress: macs[1] });
    expect(hostsOf([other], gate({ deviceMac: macs[0] }))).toEqual([]);
    // Neither is where it was: nobody knows which of them it is.
    expect(hostsOf([found('10.0.0.7', 80, isGate), found('10.0.0.6', 80, isGate)], gate())).toEqual([]);
  });

  it('is not known again by the card of a router that forwards to many', () => {
    const behind = found('10.0.0.7', 8002, { macAddress: macs[0] });
    const added = { ...byOnvif('10.0.0.7', 8001, 'rtsp://10.0.0.7:9001/1'), deviceMac: macs[0] };
    expect(hostsOf([behind], added)).toEqual([]);
    expect(hostsOf([found('10.0.0.7', 8001, { macAddress: macs[1] })], added)).toEqual([['10.0.0.7', false]]);
  });

  it('is known again at another address by its card, else by its uuid, and there only', () => {
    const moved = found('10.0.0.9', 80, { ...isGate, macAddress: macs[0] });
    expect(hostsOf([moved], gate())).toEqual([['10.0.0.9', true]]);
    // One that makes a uuid at each start.
    expect(hostsOf([{ ...moved, uuid: 'urn:uuid:anew' }], gate({ deviceMac: macs[0] }))).toEqual([['10.0.0.9', true]]);
    const successor = found('10.0.0.5', 80, { uuid: 'urn:uuid:other', macAddress: macs[1] });
    expect(hostsOf([successor, moved], gate({ deviceMac: macs[0] }))).toEqual([['10.0.0.9', true]]);
    expect(hostsOf([{ ...successor, macAddress: null }], gate({ deviceMac: macs[0] }))).toEqual([['10.0.0.5', false]]);
    expect(hostsOf([stream('10.0.0.9', 554)], gate({ deviceMac: macs[0] }))).toEqual([]);
  });

  it('says how many of its channels are cameras, as far as it was ever asked', () => {
    const recorder = found('10.0.0.5', 80, isGate);
    const [first, second] = [gate({ deviceChannels: 4 }), gate({ deviceChannels: 8 })];
    expect(knownDevices([recorder], [first, second])(recorder)).toEqual({
      cameraCount: 2,
      channelCount: 8,
      isElsewhere: false,
    });
    expect(knownDevices([recorder], [gate()])(recorder)).toMatchObject({ cameraCount: 1, channelCount: null });
  });
});

import { expect, test } from 'vitest';
import type { DeviceChannel } from '@sightline/contracts/camera-onboarding/camera-onboarding';
import {
  firstChannels,
  isComplete,
  isNew,
  isPickable,
  nameOfDevice,
  rowsOfPicked,
  type Found,
} from './picked-devices.ts';

const found = (change: Partial<Found> = {}): Found => ({
  host: '10.0.0.5',
  port: 80,
  source: 'discovery',
  name: '',
  manufacturer: '',
  model: '',
  macAddress: null,
  isOnvif: true,
  cameraCount: 0,
  channelCount: null,
  isElsewhere: false,
  ...change,
});

test('offers what can be asked for its streams, also a recorder of which one camera was added, and only new ones at once', () => {
  const devices = [found({ cameraCount: 1 }), found({ isOnvif: false }), found()];
  expect(devices.map(isPickable)).toEqual([true, false, true]);
  expect(devices.map(isNew)).toEqual([false, false, true]);
});

test('names a device by what it says of itself, else by its address', () => {
  expect(
    [found(), found({ manufacturer: 'Acme', model: 'D1' }), found({ name: ' Gate ', model: 'D1' })].map(nameOfDevice),
  ).toEqual(['10.0.0.5', 'Acme D1', 'Gate']);
});

test('gives each device the common account unless it has its own', () => {
  const common = { username: 'admin', password: 'a' };
  const picked = [
    { device: found(), name: 'Gate', account: null, channels: null },
    {
      device: found({ host: '10.0.0.6', port: 8000 }),
      name: 'Yard',
      account: { username: 'root', password: 'b' },
      channels: null,
    },
  ];
  expect(rowsOfPicked(picked, common)).toEqual([
    { line: 2, name: 'Gate', ip: '10.0.0.5', port: '80', username: 'admin', password: 'a', connectionString: '' },
    { line: 3, name: 'Yard', ip: '10.0.0.6', port: '8000', username: 'root', password: 'b', connectionString: '' },
  ]);
});

const channel = (name: string, change: Partial<DeviceChannel> = {}): DeviceChannel => ({
  channel: name,
  main: { name, videoCodec: 'h264', width: 1920, height: 1080, url: `rtsp://10.0.0.9/${name}` },
  subUrl: null,
  added: null,
  ...change,
});
const added = { cameraId: '0190a2f0-0000-7000-8000-000000000001', name: 'Gate', isElsewhere: false };

test('of a recorder brings what is picked only, under its channel: neither what is a camera already nor what cannot be recorded', () => {
  const recorder = found({ name: 'NVR' });
  const channels = firstChannels(recorder, [
    channel('1', { added }),
    channel('2'),
    channel('3', { main: null }),
    channel('4', { added: { ...added, isElsewhere: true } }),
    channel('5'),
  ]);
  const picked = [{ device: recorder, name: 'NVR', account: null, channels }];
  const rows = rowsOfPicked(picked, { username: 'admin', password: 'a' });
  expect(rows.map(({ line, name, channel: of }) => [line, name, of])).toEqual([
    [2, 'NVR 2', '2'],
    [3, 'NVR 5', '5'],
  ]);
  expect(isComplete(picked)).toBe(true);
  const [first, ...others] = picked.map((one) => ({
    ...one,
    channels: one.channels.map((of) => ({ ...of, isPicked: false })),
  }));
  expect(isComplete(first ? [first, ...others] : [])).toBe(false);
  expect(isComplete([{ ...picked[0]!, channels: channels.map((of) => ({ ...of, name: ' ' })) }])).toBe(false);
});

test('does not number the only channel of a camera', () => {
  expect(firstChannels(found({ name: 'Gate' }), [channel('')]).map(({ name }) => name)).toEqual(['Gate']);
});

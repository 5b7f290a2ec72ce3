import type { OnvifDevice, OnvifProfile } from '@sightline/contracts/cameras/camera-onvif';
import { expect, test } from 'vitest';
import { mainStreamOf, profileLine, proposedProfiles } from './chosen-profiles.ts';

const profile = (token: string, change: Partial<OnvifProfile> = {}): OnvifProfile => ({
  token,
  name: '',
  videoCodec: 'H264',
  width: 640,
  height: 360,
  fps: null,
  bitrateKbps: null,
  url: `rtsp://10.0.0.1/${token}`,
  hasPtz: false,
  ...change,
});
const device = (change: Partial<OnvifDevice>): OnvifDevice => ({
  manufacturer: '',
  model: '',
  firmware: '',
  serial: '',
  macAddress: null,
  clockOffsetMs: null,
  profiles: [],
  mainToken: null,
  subToken: null,
  can: { ptz: false, presets: false, events: false, imaging: false, reboot: false, audio: false },
  ...change,
});

test('takes nothing from a device without streams', () => {
  expect(mainStreamOf(device({}), proposedProfiles(device({})))).toBeNull();
});

test('takes what the core proposes, or what was chosen instead', () => {
  const both = device({
    profiles: [profile('a', { width: 1920, height: 1080 }), profile('b')],
    mainToken: 'a',
    subToken: 'b',
  });
  expect(mainStreamOf(both, proposedProfiles(both))).toEqual({
    main: { connectionString: 'rtsp://10.0.0.1/a', width: 1920, height: 1080 },
    mainScale: { connectionString: 'rtsp://10.0.0.1/b', width: 640, height: 360 },
  });
  expect(mainStreamOf(both, { main: 'b', sub: '' })).toMatchObject({
    main: { connectionString: 'rtsp://10.0.0.1/b' },
    mainScale: null,
  });
});

test('does not make sizes up that the device does not say', () => {
  expect(
    mainStreamOf(device({ profiles: [profile('a', { width: 0, height: 0 })] }), { main: 'a', sub: '' })?.main,
  ).toMatchObject({
    width: null,
    height: null,
  });
});

test('tells a stream in one line', () => {
  expect(profileLine(profile('a', { fps: 24.9 }))).toBe('a · H.264 · 640 × 360 · 25 fps');
  expect(profileLine(profile('a', { name: 'Main' }))).toBe('Main · H.264 · 640 × 360');
});

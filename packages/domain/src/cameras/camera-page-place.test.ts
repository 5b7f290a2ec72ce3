import { describe, expect, it } from 'vitest';
import { cameraPagePlace } from './camera-page-place.ts';

const settings = (isOn: boolean) => ({ vpnConfiguration: { isOn, scheme: 'https' as const, port: 8443 } });
const main = (url: string) => [
  { kind: 'sub' as const, url: 'rtsp://10.9.9.9/2' },
  { kind: 'main' as const, url },
];

describe('the page of a camera', () => {
  it('is nowhere while it is switched off, and without any address', () => {
    expect(cameraPagePlace({ streams: main('rtsp://10.0.0.1/1'), onvif: null, settings: settings(false) })).toBeNull();
    expect(cameraPagePlace({ streams: [], onvif: null, settings: settings(true) })).toBeNull();
  });

  it.each([
    ['rtsp://10.0.0.1:554/1', '10.0.0.1'],
    ['rtsps://[fd00::9]:322/1?a=b', '[fd00::9]'],
    ['rtsp://gate.lan', 'gate.lan'],
  ])('stands on the host of %s', (url, host) => {
    expect(cameraPagePlace({ streams: main(url), onvif: null, settings: settings(true) })).toEqual({
      scheme: 'https',
      host,
      port: 8443,
    });
  });

  it('stands where the device answers ONVIF, when that is known', () => {
    expect(
      cameraPagePlace({ streams: main('rtsp://10.0.0.1/1'), onvif: { host: '10.0.0.2' }, settings: settings(true) })
        ?.host,
    ).toBe('10.0.0.2');
  });
});

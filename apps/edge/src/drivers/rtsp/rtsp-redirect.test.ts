import { expect, test } from 'vitest';
import { firstTarget, followRedirect } from './rtsp-redirect.ts';

const from = (url: string) => firstTarget({ url, username: 'admin', password: 'secret' });
const follow = async (url: string, location: string) => (await followRedirect(from(url), location)).credentials;

test.each([
  ['rtsp://10.0.0.5/a', 'rtsp://10.0.0.6/a'],
  ['rtsp://10.0.0.5/a', 'rtsp://admin:secret@203.0.113.9/a'],
  ['rtsp://cam.lan/a', 'rtsp://cam.lan.evil.example/a'],
  // From a closed line to an open one.
  ['rtsps://10.0.0.5/a', 'rtsp://10.0.0.5/a'],
])('the account stays where it belongs: %s to %s', async (url, location) => {
  expect(await follow(url, location)).toBeNull();
});

test.each([
  ['rtsp://10.0.0.5/a', 'rtsp://10.0.0.5:8554/b'],
  ['rtsp://10.0.0.5/a', 'rtsps://10.0.0.5/a'],
  ['rtsp://CAM.lan/a', 'rtsp://cam.lan/b'],
])('the account goes along to the same host: %s to %s', async (url, location) => {
  expect(await follow(url, location)).toEqual({ username: 'admin', password: 'secret' });
});

test.each(['rtsp://127.0.0.1:22/', 'rtsp://localhost/', 'rtsp://0.0.0.0/', 'rtsp://[::1]/', 'rtsp://[::ffff:127.0.0.1]/', 'rtsp://169.254.169.254/latest'])(
  'a camera does not send this machine to itself: %s',
  async (location) => {
    await expect(follow('rtsp://10.0.0.5/a', location)).rejects.toMatchObject({ reason: 'camera_unreachable' });
    // A camera that lies on this machine already is one of its own programs.
    await expect(follow('rtsp://127.0.0.1/a', location)).resolves.toBeDefined();
  },
);

test.each(['http://10.0.0.5/', 'file:///etc/passwd', ''])('what is no RTSP address is refused: %s', async (location) => {
  await expect(follow('rtsp://10.0.0.5/a', location)).rejects.toMatchObject({ reason: 'camera_not_rtsp' });
});

import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { firstTarget, followRedirect } from './rtsp-redirect.ts';

const from = (url: string) => firstTarget({ url, username: 'admin', password: 'secret' });
const follow = async (url: string, location: string) => (await followRedirect(from(url), location)).credentials;

test.each([
  ['rtsp://10.0.0.5/a', 'rtsp://10.0.0.6/a'],
  ['rtsp://10.0.0.5/a', 'rtsp://admin:secret@203.0.113.9/a'],
  ['rtsp://localhost:8554/a', 'rtsp://127.0.0.1:8554/a'],
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

const ownAddress = Object.values(networkInterfaces()).flatMap(
  (list) => list?.filter(({ internal, family }) => !internal && family === 'IPv4') ?? [],
)[0]?.address;

test.each([
  'rtsp://127.0.0.1:22/',
  'rtsp://127.0.0.1/a',
  'rtsp://localhost/',
  'rtsp://0.0.0.0/',
  'rtsp://[::1]/',
  'rtsp://[0:0:0:0:0:0:0:1]/',
  'rtsp://[::ffff:127.0.0.1]/',
  'rtsp://169.254.169.254/latest',
  'rtsp://[fe80::1]/',
  // Other machines of the site, where no streams are served.
  'rtsp://10.0.0.6:22/',
  'rtsp://10.0.0.6:5432/a',
  ...(ownAddress === undefined ? [] : [`rtsp://${ownAddress}/`]),
])(
  'a camera of the network does not send this machine to itself, nor to what serves no streams: %s',
  async (location) => {
    await expect(follow('rtsp://10.0.0.5/a', location)).rejects.toMatchObject({ reason: 'camera_address_refused' });
  },
);

test('a camera on this machine sends to the port that people configured, and to nothing else of this machine', async () => {
  for (const location of ['rtsp://127.0.0.1:8554/b', 'rtsp://localhost:8554/b', 'rtsp://[::1]:8554/b'])
    await expect(followRedirect(from('rtsp://127.0.0.1:8554/a'), location)).resolves.toBeDefined();
  for (const location of [
    'rtsp://127.0.0.1:22/',
    'rtsp://127.0.0.1/',
    'rtsp://localhost:5432/',
    'rtsp://[::ffff:7f00:1]:5432/',
    'rtsp://169.254.169.254:8554/',
  ])
    await expect(followRedirect(from('rtsp://127.0.0.1:8554/a'), location)).rejects.toMatchObject({
      reason: 'camera_address_refused',
    });
});

test('what people configured counts on every hop, not the place that pointed on', async () => {
  const second = await followRedirect(from('rtsp://10.0.0.5/a'), 'rtsp://10.0.0.6:8554/a');
  expect(second).toMatchObject({ addresses: ['10.0.0.6'] });
  await expect(followRedirect(second, 'rtsp://10.0.0.6:22/')).rejects.toMatchObject({
    reason: 'camera_address_refused',
  });
  await expect(followRedirect(second, 'rtsp://10.0.0.5:8000/a')).resolves.toMatchObject({ addresses: ['10.0.0.5'] });
});

test('a camera on one cable with the core sends to itself', async () => {
  await expect(followRedirect(from('rtsp://169.254.7.7/a'), 'rtsp://169.254.7.7:8000/a')).resolves.toMatchObject({
    addresses: ['169.254.7.7'],
  });
});

test.each(['http://10.0.0.5/', 'file:///etc/passwd', ''])(
  'what is no RTSP address is refused: %s',
  async (location) => {
    await expect(follow('rtsp://10.0.0.5/a', location)).rejects.toMatchObject({ reason: 'camera_not_rtsp' });
  },
);

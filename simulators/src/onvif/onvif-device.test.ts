import { createHash, randomBytes } from 'node:crypto';
import { Cam } from 'onvif';
import { afterEach, expect, test } from 'vitest';
import type { OnvifDevice, OnvifDeviceOptions } from './onvif-device-api.ts';
import { startOnvifDevice } from './onvif-device.ts';
import { innerOf, numberOf, textOf } from './soap-text.ts';

const account = { username: 'admin', password: 'secret' };
const profile = {
  token: 'main',
  name: 'Main',
  codec: 'H264' as const,
  width: 1280,
  height: 720,
  fps: 25,
  bitrateKbps: 2048,
  streamUrl: 'rtsp://127.0.0.1:8554/yard/main',
};
const devices: OnvifDevice[] = [];

afterEach(async () => {
  await Promise.all(devices.splice(0).map((device) => device.stop()));
});

async function start(options: Partial<OnvifDeviceOptions> = {}): Promise<OnvifDevice> {
  const device = await startOnvifDevice({ ...account, profiles: [profile], ...options });
  devices.push(device);
  return device;
}

const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';

function token(options: { atUtcMs?: number; nonce?: Buffer; password?: string } = {}): string {
  const { atUtcMs = Date.now(), nonce = randomBytes(16), password = account.password } = options;
  const created = new Date(atUtcMs).toISOString();
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
  return `<w:Security xmlns:w="${wsse}"><w:UsernameToken><w:Username>admin</w:Username><w:Password>${digest}</w:Password><w:Nonce>${nonce.toString('base64')}</w:Nonce><Created>${created}</Created></w:UsernameToken></w:Security>`;
}

async function ask(
  device: OnvifDevice,
  header: string,
  name = 'GetDeviceInformation',
): Promise<{ status: number; text: string; challenge: string | null }> {
  const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Header>${header}</e:Header><e:Body><${name} xmlns="http://www.onvif.org/ver10/device/wsdl"/></e:Body></e:Envelope>`;
  const answer = await fetch(device.url, { method: 'POST', body });
  return { status: answer.status, text: await answer.text(), challenge: answer.headers.get('www-authenticate') };
}

test.each([
  ['no token', ''],
  ['a wrong password', token({ password: 'wrong' })],
  ['a token of two hours ago', token({ atUtcMs: Date.now() - 7_200_000 })],
  ['a token without instant', token().replace(/<Created>.*<\/Created>/, '')],
])('refuses %s', async (_title, header) => {
  const { status, text, challenge } = await ask(await start({ auth: 'token' }), header);
  expect({ status, challenge }).toEqual({ status: 400, challenge: null });
  expect(text).toContain('ter:NotAuthorized');
});

test('refuses a token that came before', async () => {
  const device = await start({ auth: 'token' });
  const header = token();
  expect((await ask(device, header)).status).toBe(200);
  expect((await ask(device, header)).status).toBe(400);
});

test('asks for HTTP Digest where it wants nothing else', async () => {
  const { status, challenge } = await ask(await start({ auth: 'digest' }), token());
  expect(status).toBe(401);
  expect(challenge).toMatch(/^Digest .*qop="auth"/);
});

test('tells its clock and its services to everybody, and knows no other calls', async () => {
  const device = await start();
  expect((await ask(device, '', 'GetSystemDateAndTime')).text).toContain('<tt:UTCDateTime>');
  expect((await ask(device, '', 'GetServices')).text).toContain(`http://127.0.0.1:${device.port}/onvif/media_service`);
  expect(await ask(device, token(), 'GetUsers')).toMatchObject({
    status: 500,
    text: expect.stringContaining('ter:ActionNotSupported'),
  });
});

// A client that others wrote: what it understands, cameras say.
function connect(device: OnvifDevice): Promise<Cam> {
  return new Promise((resolve, reject) => {
    const cam: Cam = new Cam(
      { hostname: device.host, port: device.port, ...account, timeout: 5_000 },
      (error: Error | null) => (error ? reject(error) : resolve(cam)),
    );
  });
}

test('a head that is sent to a place of before goes where it stood then, and tells it by its own clock', async () => {
  const hourMs = 3_600_000;
  const device = await start({ auth: 'none', clockOffsetMs: hourMs });
  const ptz = async (name: string, inner = ''): Promise<string> => {
    const body = `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><${name} xmlns="http://www.onvif.org/ver20/ptz/wsdl"><ProfileToken>main</ProfileToken>${inner}</${name}></e:Body></e:Envelope>`;
    return (await fetch(device.url.replace('device_service', 'ptz_service'), { method: 'POST', body })).text();
  };
  const to = (x: number, zoom: number): string => `<Position><PanTilt x="${x}" y="0.5"/><Zoom x="${zoom}"/></Position>`;
  await ptz('AbsoluteMove', to(0.75, 0.4));
  const token = textOf(await ptz('SetPreset', '<PresetName>Ramp</PresetName>'), 'PresetToken') ?? '';
  await ptz('AbsoluteMove', to(-0.5, 0));
  await ptz('GotoPreset', `<PresetToken>${token}</PresetToken>`);
  const status = await ptz('GetStatus');
  expect([numberOf(status, 'PanTilt', 'x'), numberOf(status, 'PanTilt', 'y'), numberOf(status, 'Zoom', 'x')]).toEqual([
    0.75, 0.5, 0.4,
  ]);
  expect(Math.abs(Date.parse(textOf(status, 'UtcTime') ?? '') - Date.now() - hourMs)).toBeLessThan(60_000);
  const spaces = innerOf(await ptz('GetNodes'), 'SupportedPTZSpaces') ?? '';
  for (const kind of [
    'AbsolutePanTiltPosition',
    'AbsoluteZoomPosition',
    'RelativePanTiltTranslation',
    'RelativeZoomTranslation',
    'ContinuousPanTiltVelocity',
    'ContinuousZoomVelocity',
  ])
    expect(textOf(innerOf(spaces, `${kind}Space`) ?? '', 'URI'), kind).toMatch(
      /^http:\/\/www\.onvif\.org\/ver10\/tptz\/.*GenericSpace$/,
    );
  expect(textOf(innerOf(innerOf(spaces, 'AbsoluteZoomPositionSpace') ?? '', 'XRange') ?? '', 'Min')).toBe('0');
});

test.each(['token', 'digest'] as const)(
  'is understood by an independent client with authentication by %s',
  async (auth) => {
    const device = await start({ auth });
    const cam = await connect(device);
    const methods = cam as unknown as Record<string, (...values: unknown[]) => void>;
    const call = (name: string, options?: object): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const done = (error: Error | null, answer: unknown): void => (error ? reject(error) : resolve(answer));
        methods[name]!(...(options === undefined ? [done] : [options, done]));
      });
    expect(await call('getDeviceInformation')).toMatchObject({ manufacturer: 'Simulated', model: 'Dome 5' });
    expect(await call('getProfiles')).toMatchObject([{ $: { token: 'main' }, name: 'Main' }]);
    expect(await call('getStreamUri', { protocol: 'RTSP', profileToken: 'main' })).toMatchObject({
      uri: profile.streamUrl,
    });
    expect(await call('getSnapshotUri', { profileToken: 'main' })).toMatchObject({
      uri: `http://127.0.0.1:${device.port}/snapshot.jpg`,
    });
    expect(await call('getPresets', { profileToken: 'main' })).toMatchObject({ Entrance: { name: 'Entrance' } });
    await call('continuousMove', { x: 0.25, y: 0, zoom: 0, profileToken: 'main' });
    expect(device.ptz).toMatchObject({ pan: 0.25, isMoving: true });
    await call('stop', { profileToken: 'main', panTilt: true, zoom: true });
    expect(device.ptz.isMoving).toBe(false);
    await call('gotoPreset', { profileToken: 'main', preset: '1' });
    expect(device.ptz).toMatchObject({ pan: 0.5, tilt: -0.25, zoom: 0.1, isMoving: false, atPreset: '1' });
    expect(await call('getImagingSettings', { token: 'source_1' })).toMatchObject({ brightness: 50 });
    expect(await call('createPullPointSubscription')).toMatchObject({
      subscriptionReference: { address: { pathname: '/onvif/subscription' } },
    });
    expect(device.subscriptions()).toBe(1);
  },
);

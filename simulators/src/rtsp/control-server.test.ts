import { testMedia } from '@sightline/testing/cameras/test-media';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startControlServer } from './control-server.ts';
import type { ControlServer } from './control-server.ts';
import type { RtspServer } from './rtsp-server-api.ts';
import { startRtspServer } from './rtsp-server.ts';

let rtsp: RtspServer;
let control: ControlServer;

beforeEach(async () => {
  rtsp = await startRtspServer();
  await rtsp.addStream('cam/main', { file: await testMedia('h264-sub') });
  control = await startControlServer(rtsp);
});

afterEach(async () => {
  await control.stop();
  await rtsp.stop();
});

test.each([
  ['an unknown fault', 'POST faults/explode?path=cam/main', 404],
  ['an unknown stream', 'POST faults/drop?path=other', 404],
  ['a fault that is only looked at', 'GET faults/drop?path=cam/main', 405],
  ['a file that is not there', 'POST faults/switchFile?path=cam/main&value=/nowhere.mp4', 400],
  ['a clip for nobody', 'POST faults/playOnce?path=cam/main&value=/nowhere.mp4', 400],
])('refuses %s', async (_title, request, status) => {
  const [method = '', path = ''] = request.split(' ');
  expect((await fetch(control.url + path, { method })).status).toBe(status);
});

test('refuses a page of another origin', async () => {
  const answer = await fetch(`${control.url}faults/drop?path=cam/main`, {
    method: 'POST',
    headers: { origin: 'http://evil.example' },
  });
  expect(answer.status).toBe(405);
});

test('lists streams as JSON and as a page with a button for each fault', async () => {
  const { items } = (await (await fetch(`${control.url}streams`)).json()) as {
    items: { path: string; stats: { readers: number } }[];
  };
  expect(items).toMatchObject([{ path: 'cam/main', stats: { readers: 0 } }]);
  const page = await (await fetch(control.url)).text();
  for (const name of ['freeze', 'drop', 'clockJump', 'losePackets', 'noParameterSets', 'garbage', 'slow', 'clear'])
    expect(page).toContain(`data-fault="${name}"`);
});

test('switches a fault', async () => {
  const answer = await fetch(`${control.url}faults/losePackets?path=cam/main&value=5`, { method: 'POST' });
  expect(answer.status).toBe(200);
});

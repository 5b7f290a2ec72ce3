import { cameraDevicesCalls } from '@sightline/contracts/camera-devices/camera-devices.api';
import { cameraPagesCalls } from '@sightline/contracts/camera-pages/camera-pages.api';
import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { startCameraPage } from '@sightline/simulators/camera-page/camera-page';
import { startOnvifDevice } from '@sightline/simulators/onvif/onvif-device';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../e2e/fixtures/eventually.ts';
import { findDescendant } from '../../e2e/fixtures/processes.ts';
import {
  accountAfter,
  after,
  cameraNow,
  isAccounted,
  secondsUntil,
  withScene,
  type Disaster,
  type Scene,
} from './disaster.ts';

const backMs = 30_000;
const calmMs = 6_000;

/** Kills a process that runs only while it is needed, and looks how long what it is for cannot be had, and whether footage notices. */
async function killHelper(scene: Scene, part: string, use: () => Promise<unknown>) {
  await eventually(use, backMs);
  const { edge } = scene.system;
  // What the change of the camera itself costs is none of this.
  await wait(calmMs);
  const sinceUtcMs = Date.now();
  await wait(calmMs);
  const killed = findDescendant(edge.pid, part);
  process.kill(killed, 'SIGKILL');
  const back = await secondsUntil(async () => {
    await use();
    return findDescendant(edge.pid, part) !== killed;
  }, backMs);
  const account = await accountAfter({ ...scene, sinceUtcMs }, Date.now());
  const lostMs = account.wallMs - account.recordedMs;
  return {
    account,
    say: `answers again ${after(back)}; ${account.causes.join(', ') || 'nothing lost'}`,
    isKept: isAccounted(account) && lostMs === 0 && back !== null,
  };
}

const devicesKilled: Disaster = {
  slug: 'devices-killed',
  name: 'kill -9: the process of ONVIF devices',
  promise: 'no picture is lost, and devices can be asked again',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      const { api, cameras: streams } = scene.system;
      const [first] = scene.cameras;
      if (first === undefined) throw new Error('needs a camera');
      const device = await startOnvifDevice({
        profiles: [
          {
            token: 'main',
            name: 'Main',
            codec: 'H264',
            width: 640,
            height: 360,
            fps: 25,
            bitrateKbps: 500,
            streamUrl: streams.url(first.name),
          },
        ],
      });
      try {
        const { revision } = await cameraNow(scene, first.id);
        const onvif = { host: device.host, port: device.port };
        await api.call(camerasCalls.update, { params: { id: first.id }, body: { onvif, revision } });
        return await killHelper(scene, 'device-worker', () =>
          api.call(cameraDevicesCalls.state, { params: { id: first.id } }),
        );
      } finally {
        await device.stop();
      }
    }),
};

const pagesKilled: Disaster = {
  slug: 'pages-killed',
  name: 'kill -9: the process of camera pages',
  promise: 'no picture is lost, and pages can be opened again',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      const { api } = scene.system;
      const [first] = scene.cameras;
      if (first === undefined) throw new Error('needs a camera');
      const page = await startCameraPage({});
      try {
        const { revision } = await cameraNow(scene, first.id);
        const vpnConfiguration = { isOn: true, scheme: 'http' as const, port: page.port };
        await api.call(camerasCalls.updateSettings, { params: { id: first.id }, body: { vpnConfiguration, revision } });
        return await killHelper(scene, 'page-worker', async () => {
          const { id } = await api.call(cameraPagesCalls.open, { params: { id: first.id }, body: {} });
          await api.call(cameraPagesCalls.end, { params: { pageId: id } });
        });
      } finally {
        await page.stop();
      }
    }),
};

/** Processes that run only while somebody needs them. */
export const helpersKilled: Disaster[] = [devicesKilled, pagesKilled];

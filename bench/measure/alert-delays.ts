import { alertsCalls } from '@sightline/contracts/alerts/alerts.api';
import { PushService } from '@sightline/simulators/push/push-service';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeBrightSquarePack } from '../../apps/edge/testing/analyse/bright-square-pack.fixture.ts';
import { connectAsOwner } from './events-seed.ts';
import { listenByPhone, openScreen } from './alerts-storm.ts';
import { waitForAnalysis } from '../../e2e/fixtures/events.ts';
import { addCamera, setUpSite, startSystem, waitForCamera } from '../../e2e/fixtures/system.ts';

/** Ms from the instant at which it was so in the camera's picture. */
export interface AlertDelays {
  push: number[];
  screen: number[];
}

const line = { id: randomUUID(), points: [{ x: 0.5, y: 1 }, { x: 0.5, y: 0 }] }; // prettier-ignore

/**
 * The whole product: a bright square walks through the picture of a camera every twelve seconds and crosses a line. The instant of the
 * alert is where its way cuts the line, in the time of the pictures. Alerts of one place are told together for a minute after the first; that
 * minute is cut short after each, so that every alert is a first one.
 */
export async function measureDelays(pushes: number): Promise<AlertDelays> {
  const packs = await mkdtemp(join(tmpdir(), 'sightline-packs-'));
  await writeBrightSquarePack(join(packs, 'bright-square'));
  const push = new PushService();
  await push.start();
  const system = await startSystem({
    edgeArgs: ['--model-packs', packs, '--no-model-fetch'],
    serverEnv: { SIGHTLINE_EGRESS_ALLOW: '127.0.0.1' },
  });
  try {
    await system.cameras.addStream('yard', { file: await testMedia('h264-sub') });
    const site = await setUpSite(system);
    const camera = await addCamera(system, site, { name: 'Yard', main: system.cameras.url('yard') });
    await waitForCamera(system, camera.id, 'online');
    await waitForAnalysis(system, site, camera.id);
    const condition = { kind: 'lineCrossing', line };
    const { ruleId, received } = await listenByPhone(system.api, push, { condition, cameraIds: [camera.id] });
    const screen = await openScreen(system.api);
    const database = await connectAsOwner(system.folder);
    for (let told = 0; told < pushes; told = received().length) {
      while (received().length === told) await wait(100);
      await database.query('delete from alert_notices');
    }
    await database.end();
    screen.close();
    const { items } = await system.api.call(alertsCalls.queue, { query: { ruleId, limit: 200 } });
    const delays: AlertDelays = { push: [], screen: [] };
    for (const alert of items) {
      const told = received().find(({ text }) => text.includes(alert.id));
      if (told !== undefined) delays.push.push(told.atMs - alert.openedAtUtcMs);
      const shown = screen.heardAt.get(alert.id);
      if (shown !== undefined) delays.screen.push(shown - alert.openedAtUtcMs);
    }
    return delays;
  } finally {
    await system.stop();
    await push.stop();
    await rm(packs, { recursive: true, force: true });
  }
}

import { camerasCalls } from '@sightline/contracts/cameras/cameras.api';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { testMedia } from '@sightline/testing/cameras/test-media';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../../e2e/fixtures/eventually.ts';
import { coverageOf } from '../../e2e/fixtures/footage.ts';
import { addCamera, waitForCamera } from '../../e2e/fixtures/system.ts';
import { worstOf } from './account.ts';
import {
  accountAfter,
  after,
  cameraNow,
  isAccounted,
  secondsUntil,
  toldAfter,
  withScene,
  type Disaster,
  type Scene,
} from './disaster.ts';

const serverAway: Disaster = {
  slug: 'server-away',
  name: 'the server is away for a minute',
  promise: '0 s lost; what happened is told when it is back',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      await scene.system.server.kill();
      await wait(60_000);
      scene.system.server.restart();
      await scene.system.server.ready();
      const account = await accountAfter(scene, Date.now());
      return {
        account,
        say: account.causes.join(', ') || 'nothing lost',
        isKept: account.wallMs === account.recordedMs,
      };
    }),
};

async function online({ system, site }: Scene): Promise<void> {
  await eventually(async () => {
    const { state } = await system.api.call(edgesCalls.get, { params: { id: site.edgeId } });
    if (state !== 'online') throw new Error(`the core is ${state}`);
  }, 90_000);
}

/** A copy of a folder with its owners and times, as a backup makes it. */
const copyFolder = (from: string, to: string): void => void execFileSync('cp', ['-a', from, to]);

/** A camera is taken away and another one added after the copy was made: the copy knows the first and not the second. */
async function restoreOlder(scene: Scene): Promise<{ gone: string; added: string }> {
  const { system, site } = scene;
  const data = join(system.folder, 'server');
  const copy = join(system.folder, 'server-copy');
  await system.server.stop();
  copyFolder(data, copy);
  system.server.restart();
  await system.server.ready();
  await online(scene);
  const gone = scene.cameras.at(-1)!.id;
  await system.api.call(camerasCalls.remove, { params: { id: gone } });
  await system.cameras.addStream('later', { file: await testMedia('h264-sub') });
  const added = await addCamera(system, site, { name: 'later', main: system.cameras.url('later') });
  await waitForCamera(system, added.id, 'online');
  await wait(5_000);
  await system.server.stop();
  await rm(data, { recursive: true });
  copyFolder(copy, data);
  system.server.restart();
  await system.server.ready();
  return { gone, added: added.id };
}

/** Footage is known when its fragment is written: so much later than it was. */
const fragmentSeconds = 5;

const newestOf = async ({ system }: Scene, id: string): Promise<number> => {
  const toUtcMs = Date.now();
  return (await coverageOf(system, id, { fromUtcMs: toUtcMs - 120_000, toUtcMs })).recorded.at(-1)?.toUtcMs ?? 0;
};

const restored: Disaster = {
  slug: 'server-restored',
  name: 'the server is restored from an older copy',
  promise:
    'no camera is said to be recorded that is not; the core is told anew by itself; a camera that only the core knows is recorded on, and whole once it is adopted',
  run: () =>
    withScene(2, async (scene) => {
      const { gone, added } = await restoreOlder(scene);
      const restoredUtcMs = Date.now();
      await online(scene);
      // The copy wants the camera, so that it is recorded again; until then it must not be said to be.
      const [shown, recorded, told] = await Promise.all([
        secondsUntil(async () => (await cameraNow(scene, gone)).status.state === 'online', 90_000),
        secondsUntil(async () => (await newestOf(scene, gone)) > restoredUtcMs, 90_000),
        toldAfter(scene, restoredUtcMs, 60_000),
      ]);
      // What only the core knows is named and waits for somebody.
      await scene.system.api.call(syncOperationsCalls.adopt, {
        body: { edgeId: scene.site.edgeId, entityId: added },
      });
      const isSync = await secondsUntil(
        async () => (await scene.system.api.call(edgesCalls.get, { params: { id: scene.site.edgeId } })).isSync,
        60_000,
      );
      const adopted = await cameraNow(scene, added);
      const account = worstOf([
        await accountAfter({ ...scene, cameras: scene.cameras.slice(0, 1) }, Date.now()),
        await accountAfter({ ...scene, cameras: [adopted], sinceUtcMs: restoredUtcMs }, Date.now()),
      ]);
      const say = `${told.say}; the camera that was taken away is shown as online ${after(shown)}, recorded again ${after(recorded)}; in sync ${after(isSync)} of adopting the other one`;
      const isTrue = shown === null || (recorded !== null && shown > recorded - fragmentSeconds);
      return {
        account,
        say,
        isKept: isAccounted(account) && isTrue && told.seconds !== null && recorded !== null && isSync !== null,
      };
    }),
};

/** Writes over the middle page of the core's store. */
function damage(path: string): void {
  const page = 4_096;
  const pages = Math.floor(statSync(path).size / page);
  const file = openSync(path, 'r+');
  for (let at = Math.max(1, Math.floor(pages / 3)); at < pages; at += 3)
    writeSync(file, Buffer.alloc(page, 0xa5), 0, page, at * page);
  closeSync(file);
}

const damaged: Disaster = {
  slug: 'store-damaged',
  name: "pages of the core's store are damaged",
  promise: 'it is set aside and made anew from footage and server; recording goes on; old gaps keep their causes',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      const { edge } = scene.system;
      await edge.stop();
      const damagedUtcMs = Date.now();
      damage(join(scene.system.coreFolder, 'core.sqlite'));
      edge.restart();
      await edge.ready();
      const told = await toldAfter(scene, damagedUtcMs, 60_000);
      const account = await accountAfter(scene, Date.now());
      return {
        account,
        say: `${told.say}; ${account.causes.join(', ')}`,
        isKept: isAccounted(account) && told.seconds !== null,
      };
    }),
};

/** What becomes of the server and of what the programs know. */
export const stores: Disaster[] = [serverAway, restored, damaged];

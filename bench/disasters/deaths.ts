import { builtInModelsFolder } from '@sightline/testing/models/built-in-models';
import { setTimeout as wait } from 'node:timers/promises';
import { makeBusy, standStill } from '../../e2e/fixtures/hardship.ts';
import { cutPower, descendants, findDescendant, isAlive } from '../../e2e/fixtures/processes.ts';
import { accountAfter, after, isAccounted, secondsUntil, withScene, type Disaster, type Scene } from './disaster.ts';

const busyCameras = 16;
const load = 20;

interface Death {
  slug: string;
  name: string;
  /** In the command line of the process. */
  part: string;
  mayLoseMs: number;
}

/** Kills one process of a core and looks what it cost. */
function deathOf({ slug, name, part, mayLoseMs }: Death): Disaster {
  return {
    slug,
    name: `kill -9: ${name}`,
    promise: mayLoseMs === 0 ? 'no picture is lost' : `at most ${String(mayLoseMs / 1000)} s lost, and named`,
    run: async ({ cameras }) =>
      withScene(
        cameras,
        async (scene) => {
          const { edge } = scene.system;
          const killed = findDescendant(edge.pid, part);
          process.kill(killed, 'SIGKILL');
          // For a moment there is none.
          const isBack = () =>
            descendants(edge.pid).some(({ pid, command }) => pid !== killed && command.includes(part));
          const back = await secondsUntil(() => Promise.resolve(isBack()), 30_000);
          const account = await accountAfter(scene, Date.now());
          const lostMs = account.wallMs - account.recordedMs;
          return {
            account,
            say: `started again ${after(back)}; ${account.causes.join(', ') || 'nothing lost'}`,
            isKept: isAccounted(account) && lostMs <= mayLoseMs && back !== null,
          };
        },
        { models: await builtInModelsFolder() },
      ),
  };
}

const workersOf = ({ system }: Scene): number[] =>
  descendants(system.edge.pid).flatMap(({ pid, command }) => (command.includes('-worker') ? [pid] : []));

const coreKilled: Disaster = {
  slug: 'core-killed',
  name: 'kill -9: the whole core',
  promise: 'what was written stays, the hole is named',
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      await cutPower(scene.system.edge);
      await wait(3_000);
      scene.system.edge.restart();
      await scene.system.edge.ready();
      const account = await accountAfter(scene, Date.now());
      return {
        account,
        say: account.causes.join(', '),
        isKept: isAccounted(account) && account.causes.some((cause) => cause.startsWith('edge_down')),
      };
    }),
};

const changeOfHandsMs = 5_000;

const mainKilled: Disaster = {
  slug: 'main-killed',
  name: 'kill -9: the main process, started again after 10 s',
  promise: `the recorder goes on; at most ${String(changeOfHandsMs / 1000)} s lost when the next one takes over, and named`,
  run: ({ cameras }) =>
    withScene(cameras, async (scene) => {
      const { edge } = scene.system;
      const recorder = findDescendant(edge.pid, 'media-worker');
      await edge.kill();
      await wait(10_000);
      edge.restart();
      await edge.ready();
      // Until then it is the old one that records.
      await secondsUntil(() => Promise.resolve(!isAlive(recorder)), 60_000);
      const account = await accountAfter(scene, Date.now());
      return {
        account,
        say: account.causes.join(', '),
        isKept: isAccounted(account) && account.wallMs - account.recordedMs <= changeOfHandsMs,
      };
    }),
};

const mainStopped: Disaster = {
  slug: 'main-stopped',
  name: `main stands still for 60 s at load ${String(load)}, ${String(busyCameras)} cameras`,
  promise: '0 s lost, no process ended',
  run: async () =>
    withScene(
      busyCameras,
      async (scene) => {
        const before = workersOf(scene);
        const calm = makeBusy(load);
        await standStill(scene.system.edge.pid, 60_000).finally(calm);
        const account = await accountAfter(scene, Date.now());
        const ended = before.filter((pid) => !workersOf(scene).includes(pid)).length;
        const lostMs = account.wallMs - account.recordedMs;
        const say = `${String(ended)} processes ended; ${account.causes.join(', ') || 'nothing lost'}`;
        return { account, say, isKept: ended === 0 && lostMs === 0 };
      },
      { models: await builtInModelsFolder() },
    ),
};

const startUnderLoad: Disaster = {
  slug: 'start-under-load',
  name: `the core starts again at load ${String(load)}, ${String(busyCameras)} cameras`,
  promise: 'nobody is ended while he starts; only the time of the start is lost, and named',
  run: async () =>
    withScene(
      busyCameras,
      async (scene) => {
        const { edge } = scene.system;
        await edge.stop();
        const calm = makeBusy(load);
        try {
          edge.output = '';
          edge.restart();
          await edge.ready(120_000);
          const account = await accountAfter(scene, Date.now(), 180_000);
          const ended = edge.output.match(/worker is silent, killing it/g)?.length ?? 0;
          return {
            account,
            say: `${String(ended)} ended as silent; ${account.causes.join(', ')}`,
            isKept: ended === 0 && isAccounted(account),
          };
        } finally {
          calm();
        }
      },
      { models: await builtInModelsFolder() },
    ),
};

/** What ends, and what stands still. */
export const deaths: Disaster[] = [
  deathOf({ slug: 'recorder-killed', name: 'recorder', part: 'media-worker', mayLoseMs: 5_000 }),
  deathOf({ slug: 'live-killed', name: 'live pictures', part: 'live-worker', mayLoseMs: 0 }),
  deathOf({ slug: 'analysis-killed', name: 'analysis', part: 'decode-worker', mayLoseMs: 0 }),
  deathOf({ slug: 'jobs-killed', name: 'exports and pictures', part: 'job-worker', mayLoseMs: 0 }),
  coreKilled,
  mainKilled,
  mainStopped,
  startUnderLoad,
];

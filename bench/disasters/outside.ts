import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import {
  accountAfter,
  after,
  cameraNow,
  isAccounted,
  secondsUntil,
  toldAfter,
  withScene,
  type Disaster,
} from './disaster.ts';

const dayMs = 86_400_000;

/** A fault of the first camera for 15 s; `begin` answers what ends it. */
function cameraFault(name: string, fault: 'freeze' | 'drop'): Disaster {
  return {
    slug: fault === 'freeze' ? 'camera-frozen' : 'camera-lost',
    name,
    promise: 'told within 5 s, the hole is named after the camera, cameras beside it lose nothing',
    run: () =>
      withScene(2, async (scene) => {
        const [broken] = scene.cameras;
        const faults = scene.system.cameras.faults('camera-0');
        if (fault === 'freeze') faults.freeze('all');
        else faults.drop(15_000);
        const told = await secondsUntil(
          async () => (await cameraNow(scene, broken.id)).status.state !== 'online',
          15_000,
        );
        await wait(15_000);
        faults.freeze('off');
        const account = await accountAfter(scene, Date.now());
        const beside = await accountAfter({ ...scene, cameras: scene.cameras.slice(1) }, Date.now());
        const isNamed = account.causes.every((one) => one.startsWith('camera_'));
        const say = `not online ${after(told)}; ${account.causes.join(', ')}; beside it ${String((beside.wallMs - beside.recordedMs) / 1000)} s lost`;
        return {
          account,
          say,
          isKept: isAccounted(account) && told !== null && isNamed && beside.recordedMs === beside.wallMs,
        };
      }),
  };
}

/** The core starts with a clock that is wrong by so much; the clock of everything else is right. */
function wrongClock(days: number): Disaster {
  const program = fileURLToPath(new URL('./shifted-clock.mjs', import.meta.url));
  return {
    slug: days > 0 ? 'clock-ahead' : 'clock-behind',
    name: `the clock of the core is ${String(Math.abs(days))} days ${days > 0 ? 'ahead' : 'behind'}`,
    promise: 'told within a minute; footage is filed under the time of the server',
    run: () =>
      withScene(1, async (scene) => {
        const { edge } = scene.system;
        await edge.stop();
        const changedUtcMs = Date.now();
        edge.env['NODE_OPTIONS'] = `--import ${program}`;
        edge.env['CLOCK_SHIFT_MS'] = String(days * dayMs);
        edge.restart();
        await edge.ready();
        const told = await toldAfter(scene, changedUtcMs, 60_000);
        const account = await accountAfter(scene, Date.now());
        return {
          account,
          say: `${told.say}; ${account.causes.join(', ')}`,
          isKept: isAccounted(account) && told.seconds !== null,
        };
      }),
  };
}

/** What happens around a core. */
export const outside: Disaster[] = [
  cameraFault('a camera freezes with its connection open', 'freeze'),
  cameraFault('a camera is gone', 'drop'),
  wrongClock(3),
  wrongClock(-3),
];

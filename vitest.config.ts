import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { ordered } from './tools/test-order.ts';

/**
 * Short files that take long, because they wait for real streams or whole programs: begun first, nobody waits for them at the end. Those
 * that want the processor for minutes are none of them: beside what plays in real time they would be in its way.
 */
const slow = [
  'drivers/node-av/node-av-driver',
  'drivers/rtsp/rtsp-driver',
  'workers/media-session',
  'workers/decode-worker',
  'live/live-service',
  'tools/cli/up',
  'scenes/prepare-media',
];

/**
 * Those that want the processor for a minute and more, the longest first: begun once most of what plays in real time is over. By their size
 * they would begin late, and at the end everything else would wait for the last of them.
 */
const dear = [
  'footprint/footprint',
  'server/src/app/tenant.test',
  'server/src/app/tenant-walk.test',
  'events/search/event-search-truth',
  'server/src/app/audit-coverage',
  'sync-operations/restored-server',
  'server/src/app/main.test',
];

/** Each file in a process of its own, and first: they play in real time, run native code, and kill what they started. */
const alone = ['apps/edge/src/**/*.test.ts', 'simulators/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'];
/** One file after the other in the same process: to read the server anew for each costs more than most of their tests. */
const shared = ['apps/{server,web}/src/**/*.test.{ts,tsx}', 'packages/*/src/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'shared', include: shared, isolate: false } },
    ],
    globalSetup: ['apps/server/testing/platform/database/embedded/test-cluster.ts'],
    // Real processes and sockets, which wait most of the time, so three for each core.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() * 3),
    sequence: { sequencer: ordered({ first: slow, later: { after: 40, names: dear } }) },
    // A limit for what hangs, not a measure of speed: what one core does in a second takes several beside five others.
    setupFiles: ['tools/test-patience.ts', 'tools/test-leftovers.ts'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // Cores that tests start use the models that they are given, and fetch none.
    env: { SIGHTLINE_MODEL_FETCH: 'off' },
    teardownTimeout: 10_000,
  },
});

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { slowFirst } from './tools/test-order.ts';

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

export default defineConfig({
  test: {
    include: ['apps/*/src/**/*.test.{ts,tsx}', 'packages/*/src/**/*.test.ts', 'simulators/src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['apps/server/testing/platform/database/embedded/test-cluster.ts'],
    // Real processes and sockets, each test file in a process of its own. Most of them wait most of the time, so three for each core.
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism() * 3),
    sequence: { sequencer: slowFirst(slow) },
    // A limit for what hangs, not a measure of speed: what one core does in a second takes several beside five others.
    setupFiles: ['tools/test-patience.ts'],
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 60_000,
    hookTimeout: 90_000,
    // Cores that tests start use the models that they are given, and fetch none.
    env: { SIGHTLINE_MODEL_FETCH: 'off' },
    teardownTimeout: 10_000,
  },
});

import { defineConfig, mergeConfig } from 'vitest/config';
import { ordered } from '../tools/test-order.ts';
import { journeys, long } from './journeys.ts';
import all from './vitest.config.ts';

/** In real time they play for a minute or more, and wait most of it: two at once are still less than one core. */
const longFirst = ['seeing', 'recognition', 'real-models', 'sound-and-hevc', 'search-footage', 'overload'].map(
  (name) => `e2e/specs/${name}.spec.ts`,
);

export default mergeConfig(
  all,
  defineConfig({
    test: {
      exclude: [...journeys, ...long],
      fileParallelism: true,
      maxWorkers: 2,
      sequence: { sequencer: ordered({ first: longFirst }) },
    },
  }),
);

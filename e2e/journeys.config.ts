import { defineConfig, mergeConfig } from 'vitest/config';
import { ordered } from '../tools/test-order.ts';
import { journeys, longFirst } from './journeys.ts';
import all from './vitest.config.ts';

// An array would be joined with the one of all specs.
const config = mergeConfig(
  all,
  defineConfig({
    test: { fileParallelism: true, maxWorkers: 3, sequence: { sequencer: ordered({ first: longFirst }) } },
  }),
);
config.test.include = journeys;

export default config;

import { defineConfig, mergeConfig } from 'vitest/config';
import { ordered } from '../tools/test-order.ts';
import { long } from './journeys.ts';
import all from './vitest.config.ts';

// An array would be joined with the one of all specs.
const config = mergeConfig(
  all,
  defineConfig({ test: { fileParallelism: true, maxWorkers: 3, sequence: { sequencer: ordered({ first: long }) } } }),
);
config.test.include = long;

export default config;

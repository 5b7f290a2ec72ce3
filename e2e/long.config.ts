import { defineConfig, mergeConfig } from 'vitest/config';
import { long } from './journeys.ts';
import all from './vitest.config.ts';

// An array would be joined with the one of all specs.
const config = mergeConfig(all, defineConfig({ test: { fileParallelism: true, maxWorkers: 3 } }));
config.test.include = long;

export default config;

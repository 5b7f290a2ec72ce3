import { defineConfig, mergeConfig } from 'vitest/config';
import { journeys } from './journeys.ts';
import all from './vitest.config.ts';

export default mergeConfig(all, defineConfig({ test: { exclude: journeys } }));

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['e2e/specs/**/*.spec.ts'],
    // One whole system with a browser at a time is what two cores carry.
    fileParallelism: false,
    pool: 'forks',
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // A page on a busy machine takes longer than the second that polls have otherwise.
    expect: { poll: { timeout: 10_000 } },
    // Cores that tests start use the models that they are given, and fetch none.
    env: { SIGHTLINE_MODEL_FETCH: 'off' },
    globalSetup: ['e2e/fixtures/prepared-server.ts'],
    setupFiles: ['tools/test-patience.ts'],
    teardownTimeout: 20_000,
  },
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'edge-config-'));
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const read = (...more: string[]) => readConfig(['--data', folder, '--server', 'http://127.0.0.1:9', ...more]);

test.each(['0', '9', '1.5', 'many', ''])('refuses %j analysing processes', (text) => {
  expect(() => read('--analysis-workers', text)).toThrow(
    expect.objectContaining({ code: 'bad_request', data: expect.objectContaining({ option: '--analysis-workers' }) }),
  );
});

test('refuses a port that is none', () => {
  expect(() => read('--ice-port', '65536')).toThrow(expect.objectContaining({ data: expect.objectContaining({ option: '--ice-port' }) }));
});

test('takes as many analysing processes as the machine bears, and no packs, unless it is told', () => {
  const config = read();
  expect(config.analysisWorkers).toBeGreaterThanOrEqual(1);
  expect(config.analysisWorkers).toBeLessThanOrEqual(8);
  expect(config.modelPacks).toBeNull();
});

test('the command line counts more than the environment', () => {
  vi.stubEnv('SIGHTLINE_ANALYSIS_WORKERS', '3');
  vi.stubEnv('SIGHTLINE_MODEL_PACKS', '/srv/packs');
  vi.stubEnv('SIGHTLINE_MODEL_FETCH', 'on');
  expect(read()).toMatchObject({ analysisWorkers: 3, modelPacks: '/srv/packs', fetchesModels: true });
  const told = read('--analysis-workers', '2', '--model-packs', folder, '--no-model-fetch');
  expect(told).toMatchObject({ analysisWorkers: 2, modelPacks: folder, fetchesModels: false });
});

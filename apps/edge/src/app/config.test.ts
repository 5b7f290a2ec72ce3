import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
  expect(() => read('--ice-port', '65536')).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ option: '--ice-port' }) }),
  );
});

test('takes networks of devices, and refuses what is none', () => {
  expect(() => read('--device-networks', '10.0.0.0/40')).toThrow(
    expect.objectContaining({ data: expect.objectContaining({ option: '--device-networks' }) }),
  );
  expect(read().deviceNetworks).toEqual([]);
  vi.stubEnv('SIGHTLINE_DEVICE_NETWORKS', '198.51.100.0/24, 2001:db8::7');
  expect(read().deviceNetworks).toEqual(['198.51.100.0/24', '2001:db8::7']);
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

test('refuses a folder for footage that is not there: a disk that is not mounted is no empty disk', () => {
  expect(() => read('--footage', join(folder, 'absent'))).toThrow(
    expect.objectContaining({ code: 'data_folder_unwritable' }),
  );
});

test('writes footage where it is told, also at later starts, and takes up the data folder of another core', () => {
  expect(read()).toMatchObject({ volume: join(folder, 'footage'), adoptFrom: null });
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  expect(read('--footage', disk)).toMatchObject({ volume: disk, adoptFrom: null });
  const before = join(folder, 'before');
  mkdirSync(join(before, 'footage'), { recursive: true });
  expect(read('--footage', before)).toMatchObject({ volume: join(before, 'footage'), adoptFrom: before });
  expect(read()).toMatchObject({ volume: join(before, 'footage'), adoptFrom: before });
  expect(read('--footage', folder)).toMatchObject({ volume: join(folder, 'footage'), adoptFrom: null });
});

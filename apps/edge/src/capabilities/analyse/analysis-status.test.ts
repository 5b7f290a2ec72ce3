import type { AnalysisStatus, ModelStatus } from '@sightline/contracts/analysis/analysis';
import { expect, test } from 'vitest';
import { mergeModels, mergeStatus } from './analysis-status.ts';

const model = (more: Partial<ModelStatus>): ModelStatus => ({
  packId: 'coco',
  version: '1',
  name: 'COCO',
  task: 'detect',
  state: 'ready',
  source: 'builtIn',
  isActive: true,
  msPerInference: 9,
  failure: null,
  detail: '',
  progress: null,
  licence: 'Apache-2.0',
  licenceText: '',
  bytes: 1,
  ...more,
});

test('a pack that one worker has ready is ready', () => {
  const absent = model({ state: 'absent', isActive: false });
  expect(mergeModels([[absent], [model({})]])).toEqual([model({})]);
  expect(mergeModels([[model({})], [absent]])).toEqual([model({})]);
});

test('packs of one name and several versions are several packs', () => {
  expect(mergeModels([[model({}), model({ version: '2', isActive: false })]])).toHaveLength(2);
});

test('no worker that answers is no missing decoder', () => {
  const status = mergeStatus([{ status: null, cameraIds: ['a'] }]);
  expect(status.canDecode).toBe(true);
  expect(status.cameras).toMatchObject([{ cameraId: 'a', state: 'waiting', cause: 'analysis_restarted' }]);
});

test('a core without a decoder says so', () => {
  const none: AnalysisStatus = {
    canDecode: false,
    models: [],
    cameras: [],
    inference: { budgetShare: 0, usedShare: 0, wantedFps: 0, givenFps: 0 },
  };
  expect(mergeStatus([{ status: none, cameraIds: [] }]).canDecode).toBe(false);
});

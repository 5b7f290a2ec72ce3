import { expect, test } from 'vitest';
import { failedField } from '../failed-field.ts';
import { firstAnalysis } from '../analysis/first-analysis.ts';
import { cameraInputOf, isRetention, streamsOf, type CameraValues } from './stream-values.ts';

const values: CameraValues = {
  edgeId: 'e',
  url: ' rtsp://host/1 ',
  subUrl: '  ',
  username: 'u',
  password: 'p',
  transport: 'tcp',
  driver: 'auto',
  name: ' Gate ',
  locationId: 'l',
  retentionDays: '14',
  recordingMode: 'continuous',
  analysis: firstAnalysis,
};

test('refuses a retention that is no whole number of days', () => {
  for (const wrong of ['', '0', 0, -1, 1.5, '3651', 'ten', Number.NaN]) expect(isRetention(wrong)).toBe(false);
  for (const right of [1, '30', 3650]) expect(isRetention(right)).toBe(true);
});

test('sends no second stream when none was typed', () => {
  expect(streamsOf(values)).toEqual([{ kind: 'main', url: 'rtsp://host/1', transport: 'tcp', driver: 'auto' }]);
  expect(streamsOf({ ...values, subUrl: 'rtsp://host/2' })).toHaveLength(2);
});

test('sends names trimmed and days as a number', () => {
  expect(cameraInputOf(values)).toMatchObject({
    name: 'Gate',
    retentionDays: 14,
    credentials: { username: 'u', password: 'p' },
  });
});

test('every failure of a test is repaired in a field of the form', () => {
  for (const code of [
    'camera_url_invalid',
    'camera_url_port_wrong',
    'camera_url_too_long',
    'camera_url_ambiguous',
    'camera_unreachable',
    'camera_path_not_found',
    'camera_not_rtsp',
    'camera_timeout',
    'camera_duplicate',
  ] as const)
    expect(failedField(code)).toBe('url');
  expect(failedField('camera_credentials_refused')).toBe('username');
  expect(failedField('core_offline')).toBe('edgeId');
  expect(failedField('internal')).toBeUndefined();
});

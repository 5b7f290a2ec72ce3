import type { AnalysisStatus, CameraAnalysisStatus } from '@sightline/contracts/analysis/analysis';
import { expect, test } from 'vitest';
import { noticeOf } from './notice-of.ts';

const camera: CameraAnalysisStatus = {
  cameraId: 'a',
  state: 'active',
  cause: null,
  stream: 'sub',
  decodedFps: 5,
  wantedFps: 5,
  givenFps: 5,
  share: 0.2,
  queueAgeMs: 20,
  droppedFps: 0,
  motionLevel: 30,
  openTracks: 1,
};
const status = (facts: Partial<CameraAnalysisStatus>, canDecode = true): AnalysisStatus => ({
  canDecode,
  models: [],
  cameras: [{ ...camera, ...facts }],
  inference: { budgetShare: 1, usedShare: 0.5, wantedFps: 5, givenFps: 5 },
});
const on = { id: 'a', isOn: true };

test('says nothing while all is well, or while nothing is known', () => {
  expect(noticeOf(on, status({}))).toBeNull();
  expect(noticeOf(on, undefined)).toBeNull();
  expect(noticeOf({ id: 'other', isOn: true }, status({ cause: 'analysis_overloaded' }))).toBeNull();
});

test('a camera whose analysis is off is said to be so, whatever the core answers', () => {
  expect(noticeOf({ ...on, isOn: false }, undefined)).toEqual({ kind: 'off' });
});

test('names what is missing or too much', () => {
  expect(noticeOf(on, status({ state: 'motionOnly' }))).toEqual({ kind: 'motionOnly' });
  expect(noticeOf(on, status({ cause: 'analysis_overloaded' }))).toEqual({
    kind: 'cause',
    cause: 'analysis_overloaded',
  });
  expect(noticeOf(on, status({}, false))).toEqual({ kind: 'cause', cause: 'transcode_unavailable' });
});

test('leaves a stream that sends nothing to those who say it already', () => {
  expect(noticeOf(on, status({ state: 'waiting', cause: 'camera_stalled' }))).toBeNull();
});

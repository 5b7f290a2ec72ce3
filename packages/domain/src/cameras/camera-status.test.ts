import type { StreamStatus } from '@sightline/contracts/cameras/camera';
import { describe, expect, it } from 'vitest';
import { cameraPartsOf, cameraStatusOf, type CameraFacts, type StreamFacts } from './camera-status.ts';

const stream = (change: Partial<StreamFacts> = {}): StreamFacts => ({
  kind: 'main',
  state: 'online',
  cause: null,
  sinceUtcMs: 1000,
  isRecording: true,
  recordingCause: null,
  recordingSinceUtcMs: 1000,
  ...change,
});
const sub = (change: Partial<StreamFacts> = {}): StreamFacts => stream({ kind: 'sub', ...change });
const well: StreamStatus = { state: 'online', cause: null, sinceUtcMs: 1500 };
const broken = (cause: StreamStatus['cause']): StreamStatus => ({ state: 'offline', cause, sinceUtcMs: 9000 });
const recording = (change: Partial<CameraFacts['recording']> = {}): CameraFacts['recording'] => ({
  mainStreamMode: 'always',
  storageStreams: 'both',
  smartStorage: { isOn: false, retentionDays: 90 },
  ...change,
});
const smart = recording({ smartStorage: { isOn: true, retentionDays: 90 } });
const facts = (change: Partial<CameraFacts> = {}): CameraFacts => ({
  isCoreLinked: true,
  coreSinceUtcMs: 500,
  isCoreRevoked: false,
  createdAtUtcMs: 100,
  isReported: true,
  recordingMode: 'continuous',
  recording: recording(),
  isAnalysed: true,
  streams: [stream(), sub()],
  analytics: well,
  smartStorage: well,
  ...change,
});
const offlineMain = stream({
  ...broken('camera_unreachable'),
  isRecording: false,
  recordingCause: 'camera_unreachable',
});
const offlineSub = sub({ ...broken('camera_stalled'), isRecording: false, recordingCause: 'camera_stalled' });

describe('what keeps a camera from being online, when only this is broken', () => {
  it('STATUS-002: the main stream', () => {
    expect(cameraStatusOf(facts({ streams: [offlineMain, sub()] }))).toEqual({
      state: 'offline',
      part: 'mainStream',
      cause: 'camera_unreachable',
      sinceUtcMs: 9000,
    });
  });

  it('STATUS-003: analytics, unless they are not enabled', () => {
    const blind = facts({ analytics: broken('transcode_unavailable') });
    expect(cameraStatusOf(blind)).toEqual({
      state: 'unhealthy',
      part: 'analytics',
      cause: 'transcode_unavailable',
      sinceUtcMs: 9000,
    });
    expect(cameraStatusOf({ ...blind, isAnalysed: false }).state).toBe('online');
  });

  it('STATUS-004: storage, unless nothing is to be recorded', () => {
    const full = facts({
      streams: [stream({ isRecording: false, recordingCause: 'disk_full', recordingSinceUtcMs: 9000 }), sub()],
    });
    expect(cameraStatusOf(full)).toEqual({ state: 'unhealthy', part: 'storage', cause: 'disk_full', sinceUtcMs: 9000 });
    expect(cameraStatusOf({ ...full, recordingMode: 'off' }).state).toBe('online');
  });

  it.each(['not_scheduled', 'recording_no_motion', null] as const)(
    'STATUS-004: storage is well while nothing is due (%s)',
    (recordingCause) => {
      const streams = [stream({ isRecording: false, recordingCause }), sub({ isRecording: false, recordingCause })];
      const quiet = facts({ recordingMode: 'motion', streams });
      expect(cameraStatusOf(quiet).state).toBe('online');
      expect(cameraPartsOf(quiet).storage).toMatchObject({ state: 'notRecording', cause: recordingCause });
    },
  );

  it('STATUS-005: its core', () => {
    expect(cameraStatusOf(facts({ isCoreLinked: false }))).toEqual({
      state: 'offline',
      part: 'edge',
      cause: 'core_offline',
      sinceUtcMs: 500,
    });
  });

  it('STATUS-006: smart storage, when it is enabled and there is a sub-stream', () => {
    const lost = facts({ recording: smart, smartStorage: broken('disk_failed') });
    expect(cameraStatusOf(lost)).toEqual({
      state: 'unhealthy',
      part: 'smartStorage',
      cause: 'disk_failed',
      sinceUtcMs: 9000,
    });
    expect(cameraStatusOf({ ...lost, recording: recording() }).state).toBe('online');
    expect(cameraStatusOf({ ...lost, streams: [stream()] }).state).toBe('online');
    expect(cameraStatusOf({ ...lost, smartStorage: null }).state).toBe('online');
  });

  it('STATUS-007: the sub-stream, when storage comes from it', () => {
    const expected = { state: 'unhealthy', part: 'subStream', cause: 'camera_stalled', sinceUtcMs: 9000 };
    expect(
      cameraStatusOf(facts({ recording: recording({ storageStreams: 'sub' }), streams: [stream(), offlineSub] })),
    ).toEqual(expected);
    expect(cameraStatusOf(facts({ streams: [stream(), offlineSub] }))).toEqual(expected);
    expect(
      cameraStatusOf(facts({ recording: recording({ storageStreams: 'main' }), streams: [stream(), offlineSub] }))
        .state,
    ).toBe('online');
  });
});

describe('the three results of a camera that was heard of', () => {
  const cases: [string, CameraFacts, string][] = [
    ['everything works', facts(), 'online'],
    ['only the main stream is away', facts({ streams: [offlineMain, sub()] }), 'offline'],
    ['only the core is away', facts({ isCoreLinked: false }), 'offline'],
    ['core and main stream are away', facts({ isCoreLinked: false, streams: [offlineMain, sub()] }), 'offline'],
    [
      'the main stream and everything else is away',
      facts({ streams: [offlineMain, offlineSub], analytics: broken('stream_offline') }),
      'offline',
    ],
    ['anything else is away', facts({ analytics: broken('stream_offline') }), 'unhealthy'],
  ];
  it.each(cases)('STATUS-008: when %s', (_name, known, state) => expect(cameraStatusOf(known).state).toBe(state));
});

describe('a main stream that is read only when it is needed', () => {
  const needed = recording({ mainStreamMode: 'whenNeeded' });

  it('STATUS-009: does not matter, offline or not', () => {
    const notRead = stream({ state: 'off', isRecording: false });
    for (const main of [offlineMain, notRead, stream()])
      expect(cameraStatusOf(facts({ recording: needed, streams: [main, sub()] })).state).toBe('online');
    const blind = facts({ recording: needed, streams: [offlineMain, sub()], analytics: broken('stream_offline') });
    expect(cameraStatusOf(blind)).toMatchObject({ state: 'unhealthy', part: 'analytics' });
  });

  it('STATUS-009: leaves the sub-stream to be recorded', () => {
    expect(cameraStatusOf(facts({ recording: needed, streams: [notWritten(), offlineSub] }))).toMatchObject({
      state: 'unhealthy',
      part: 'subStream',
    });
  });

  const notWritten = (): StreamFacts => stream({ isRecording: false });
});

describe('a camera of which nothing bad is known', () => {
  it('is not connected before its core was ever there, and before the core has spoken of it', () => {
    const away = facts({ isReported: false, isCoreLinked: false, coreSinceUtcMs: null });
    expect(cameraStatusOf(away)).toEqual({
      state: 'notConnected',
      part: 'edge',
      cause: 'core_never_connected',
      sinceUtcMs: 100,
    });
    expect(cameraStatusOf({ ...away, coreSinceUtcMs: 50 })).toMatchObject({
      state: 'notConnected',
      part: 'edge',
      cause: 'core_offline',
    });
    expect(cameraStatusOf(facts({ isReported: false }))).toMatchObject({
      state: 'notConnected',
      part: null,
      cause: 'camera_not_ready',
    });
  });

  it('STATUS-005 is offline with a core that was revoked, and is not said to come back by itself', () => {
    expect(cameraStatusOf(facts({ isCoreLinked: false, isCoreRevoked: true }))).toMatchObject({
      state: 'offline',
      part: 'edge',
      cause: 'core_revoked',
    });
  });

  it('alarms nobody while it is being set up, but stays offline while a failed stream is tried again', () => {
    const connecting = stream({ state: 'connecting', sinceUtcMs: 6000, isRecording: false });
    expect(cameraStatusOf(facts({ streams: [connecting] }))).toEqual({
      state: 'notConnected',
      part: 'mainStream',
      cause: 'camera_not_ready',
      sinceUtcMs: 6000,
    });
    expect(cameraStatusOf(facts({ streams: [stream({ isRecording: false })] }))).toMatchObject({
      state: 'notConnected',
      part: 'storage',
    });
    expect(cameraStatusOf(facts({ streams: [{ ...connecting, cause: 'camera_timeout' }] })).state).toBe('offline');
  });

  it('is not blamed for analytics that begin, or of which an older core does not tell', () => {
    expect(cameraStatusOf(facts({ analytics: { state: 'connecting', cause: null, sinceUtcMs: 1 } })).state).toBe(
      'online',
    );
    expect(cameraStatusOf(facts({ analytics: null })).state).toBe('online');
  });

  it('has parts that say what it does not have', () => {
    const parts = cameraPartsOf(facts({ streams: [stream()], isAnalysed: false, recordingMode: 'off' }));
    expect(Object.entries(parts).map(([name, { state }]) => [name, state])).toEqual([
      ['edge', 'online'],
      ['mainStream', 'online'],
      ['subStream', 'notConnected'],
      ['storage', 'notRecording'],
      ['smartStorage', 'notConnected'],
      ['analytics', 'notConnected'],
    ]);
  });
});

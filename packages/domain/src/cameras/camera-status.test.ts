import { describe, expect, it } from 'vitest';
import { cameraStatusOf, type CameraFacts, type StreamFacts } from './camera-status.ts';

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
const facts = (change: Partial<CameraFacts> = {}): CameraFacts => ({
  isCoreLinked: true,
  coreSinceUtcMs: 500,
  createdAtUtcMs: 100,
  isReported: true,
  recordingMode: 'continuous',
  streams: [stream()],
  ...change,
});

describe('cameraStatusOf', () => {
  it('claims nothing about a camera whose core is away', () => {
    expect(cameraStatusOf(facts({ isCoreLinked: false }))).toEqual({ state: 'notConnected', cause: 'core_offline', sinceUtcMs: 500 });
  });

  it('says that the core is setting it up before the core has said anything', () => {
    expect(cameraStatusOf(facts({ isReported: false }))).toMatchObject({ state: 'notConnected', cause: 'camera_not_ready' });
  });

  it('alarms nobody while a stream is being set up for the first time, but stays offline while it is tried again', () => {
    const connecting = stream({ state: 'connecting', sinceUtcMs: 6000 });
    expect(cameraStatusOf(facts({ streams: [connecting] }))).toEqual({ state: 'notConnected', cause: 'camera_not_ready', sinceUtcMs: 6000 });
    expect(cameraStatusOf(facts({ streams: [{ ...connecting, cause: 'camera_timeout' }] })).state).toBe('offline');
  });

  it('names the cause and the time when the main stream fails', () => {
    const status = cameraStatusOf(facts({ streams: [stream({ state: 'offline', cause: 'camera_credentials_refused', sinceUtcMs: 7000 })] }));
    expect(status).toEqual({ state: 'offline', cause: 'camera_credentials_refused', sinceUtcMs: 7000 });
  });

  it('says that a picture without footage is not recording', () => {
    const status = cameraStatusOf(facts({ streams: [stream({ isRecording: false, recordingCause: 'disk_full', recordingSinceUtcMs: 9000 })] }));
    expect(status).toEqual({ state: 'notRecording', cause: 'disk_full', sinceUtcMs: 9000 });
  });

  it('does not complain about recording that is not wanted', () => {
    expect(cameraStatusOf(facts({ recordingMode: 'off', streams: [stream({ isRecording: false })] })).state).toBe('online');
  });

  it('is unhealthy when only the sub stream fails', () => {
    const streams = [stream(), stream({ kind: 'sub', state: 'offline', cause: 'camera_stalled', sinceUtcMs: 8000 })];
    expect(cameraStatusOf(facts({ streams }))).toEqual({ state: 'unhealthy', cause: 'camera_stalled', sinceUtcMs: 8000 });
  });
});

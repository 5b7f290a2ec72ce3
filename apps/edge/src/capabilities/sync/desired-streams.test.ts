import { defaultCameraSettings, type RecordingSettings } from '@sightline/contracts/cameras/camera-settings';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { desiredStreams } from './desired-streams.ts';

const mainId = uuidv7();
const subId = uuidv7();
const noon = Date.parse('2026-11-20T12:00:00Z');

function camera(recording: Partial<RecordingSettings>, rest: Partial<CameraConfig> = {}): CameraConfig {
  const one = cameraConfig({
    id: uuidv7(),
    stream: { id: mainId },
    settings: { ...defaultCameraSettings, recording: { ...defaultCameraSettings.recording, ...recording } },
    ...rest,
  });
  return rest.streams
    ? one
    : { ...one, streams: [...one.streams, { ...one.streams[0]!, id: subId, kind: 'sub', url: 'rtsp://10.0.0.9/2' }] };
}

const modes = (one: CameraConfig, nowUtcMs = noon): string[] =>
  desiredStreams([one], { reorders: () => false, accountedUntilUtcMs: () => null, nowUtcMs }).map(
    (desired) => `${desired.kind} ${desired.recording.mode}`,
  );

describe('what is wanted of the streams of a camera', () => {
  it('is nothing while recording is off, whatever else is set', () => {
    expect(modes(camera({ mainStreamMode: 'whenNeeded', storageStreams: 'main' }, { recordingMode: 'off' }))).toEqual([
      'main off',
      'sub off',
    ]);
  });

  it('never stores a main stream that is read on demand, and reads the other one always', () => {
    const one = camera({ mainStreamMode: 'whenNeeded', storageStreams: 'both' });
    expect(modes(one)).toEqual(['main not_stored', 'sub on']);
    const [main, sub] = desiredStreams([one], {
      reorders: () => false,
      accountedUntilUtcMs: () => null,
      nowUtcMs: noon,
    });
    expect([main?.isOnDemand, sub?.isOnDemand]).toEqual([true, false]);
  });

  it('stores and always reads the only stream there is', () => {
    const { streams } = cameraConfig({ id: uuidv7(), stream: { id: mainId } });
    const one = camera({ mainStreamMode: 'whenNeeded', storageStreams: 'sub' }, { streams });
    expect(modes(one)).toEqual(['main on']);
    expect(
      desiredStreams([one], { reorders: () => false, accountedUntilUtcMs: () => null, nowUtcMs: noon })[0]?.isOnDemand,
    ).toBe(false);
  });

  it('stores the chosen stream, or both', () => {
    expect(modes(camera({ storageStreams: 'main' }))).toEqual(['main on', 'sub not_stored']);
    expect(modes(camera({ storageStreams: 'sub' }))).toEqual(['main not_stored', 'sub on']);
    expect(modes(camera({}))).toEqual(['main on', 'sub on']);
  });

  it('follows the schedule by the clocks of the site', () => {
    const one = camera(
      { schedule: [{ day: 5, fromMinute: 13 * 60, toMinute: 14 * 60 }] },
      { recordingMode: 'schedule', timeZone: 'Europe/Berlin' },
    );
    expect(modes(one)).toEqual(['main on', 'sub on']);
    expect(modes(one, noon + 3_600_000)).toEqual(['main not_scheduled', 'sub not_scheduled']);
    expect(modes({ ...one, timeZone: 'UTC' })).toEqual(['main not_scheduled', 'sub not_scheduled']);
  });

  it('carries the rolls of a selective mode in milliseconds', () => {
    const [main] = desiredStreams(
      [camera({ preRollS: 3, postRollS: 40, recordsAudio: false }, { recordingMode: 'motion' })],
      {
        reorders: () => false,
        accountedUntilUtcMs: () => 7,
        nowUtcMs: noon,
      },
    );
    expect(main?.recording).toEqual({
      mode: 'motion',
      preRollMs: 3000,
      postRollMs: 40_000,
      recordsAudio: false,
      accountedUntilUtcMs: 7,
    });
  });
});

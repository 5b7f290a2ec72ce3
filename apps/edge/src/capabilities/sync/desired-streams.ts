import type { StreamKind } from '@sightline/contracts/cameras/camera';
import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import { isStored } from '@sightline/domain/cameras/stored-streams';
import { isWithinHours } from '@sightline/domain/time/weekly-hours';
import type { DesiredRecording, DesiredStream } from '../ingest/ingest-messages.ts';

export interface DesiredSources {
  /** Whether the stream was seen with reordered pictures before. */
  reorders: (streamId: string) => boolean;
  /** Up to when files and gaps account for the stream, or null when it never recorded. */
  accountedUntilUtcMs: (streamId: string) => number | null;
  /** Why nobody recorded from that moment on, when it was not that the core was down all the time. */
  down?: (accountedUntilUtcMs: number | null) => Pick<DesiredRecording, 'downCause' | 'laterDown'>;
  /** Schedules are those of this instant. */
  nowUtcMs: number;
}

function modeOf(camera: CameraConfig, kind: StreamKind, nowUtcMs: number): DesiredRecording['mode'] {
  if (camera.recordingMode === 'off') return 'off';
  const kinds = camera.streams.map((stream) => stream.kind);
  if (!isStored(kinds, camera.settings.recording, kind)) return 'not_stored';
  if (camera.recordingMode === 'schedule')
    return isWithinHours(camera.settings.recording.schedule, camera.timeZone, nowUtcMs) ? 'on' : 'not_scheduled';
  return camera.recordingMode === 'continuous' ? 'on' : camera.recordingMode;
}

/** What the media worker must do so that the wanted cameras are recorded. */
export function desiredStreams(cameras: readonly CameraConfig[], sources: DesiredSources): DesiredStream[] {
  return cameras.flatMap((camera) => {
    const { preRollS, postRollS, mainStreamMode, recordsAudio } = camera.settings.recording;
    return camera.streams.map((stream) => {
      const accountedUntilUtcMs = sources.accountedUntilUtcMs(stream.id);
      return {
        streamId: stream.id,
        cameraId: camera.id,
        kind: stream.kind,
        url: stream.url,
        username: camera.credentials.username || null,
        password: camera.credentials.password || null,
        transport: stream.transport,
        driver: stream.driver,
        startReordering: sources.reorders(stream.id),
        isOnDemand: stream.kind === 'main' && mainStreamMode === 'whenNeeded' && camera.streams.length > 1,
        recording: {
          mode: modeOf(camera, stream.kind, sources.nowUtcMs),
          preRollMs: preRollS * 1000,
          postRollMs: postRollS * 1000,
          recordsAudio,
          accountedUntilUtcMs,
          ...sources.down?.(accountedUntilUtcMs),
        },
      };
    });
  });
}

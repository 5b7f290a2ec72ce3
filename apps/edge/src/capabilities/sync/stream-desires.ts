import type { CameraConfig } from '@sightline/contracts/link/link-operations';
import type { StreamDesire } from '../ingest/ingest-messages.ts';

export interface DesireSources {
  /** Whether the stream was seen with reordered pictures before. */
  reorders: (streamId: string) => boolean;
  /** Up to when files and gaps account for the stream, or null when it never recorded. */
  accountedUntilUtcMs: (streamId: string) => number | null;
}

/** What the media worker must do so that the wanted cameras are recorded. */
export function streamDesires(cameras: readonly CameraConfig[], sources: DesireSources): StreamDesire[] {
  return cameras.flatMap((camera) =>
    camera.streams.map((stream) => ({
      streamId: stream.id,
      cameraId: camera.id,
      kind: stream.kind,
      url: stream.url,
      username: camera.credentials.username || null,
      password: camera.credentials.password || null,
      transport: stream.transport,
      driver: stream.driver,
      startReordering: sources.reorders(stream.id),
      recording: {
        mode: camera.recordingMode === 'continuous' ? ('on' as const) : ('off' as const),
        accountedUntilUtcMs: sources.accountedUntilUtcMs(stream.id),
      },
    })),
  );
}

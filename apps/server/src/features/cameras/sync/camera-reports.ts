import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import { updateStreamState } from '../camera-writes.repository.ts';

/** Stores what a core says of a stream; false when the stream is not one of this core (or not in use any more). */
export async function applyStreamStatus(
  work: ChangeWork,
  from: { organizationId: string; edgeId: string; receivedAt: Date },
  body: Extract<EdgeRecordBody, { kind: 'streamStatus' }>,
): Promise<boolean> {
  const { organizationId, edgeId, receivedAt } = from;
  // A core whose clock runs ahead must not make things happen in the future.
  const stateSince = new Date(Math.min(body.status.sinceUtcMs, receivedAt.getTime()));
  return updateStreamState(
    work.trx,
    { organizationId, edgeId, cameraId: body.cameraId, streamId: body.streamId },
    {
      state: body.status.state,
      cause: body.status.cause,
      stateSince,
      format: body.format === null ? null : JSON.stringify(body.format),
      isRecording: body.isRecording,
      recordingCause: body.recordingCause,
      reportedAt: receivedAt,
    },
  );
}

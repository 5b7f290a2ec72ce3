import type { AnalysisStatus } from '@sightline/contracts/analysis/analysis';
import type { ErrorCode } from '@sightline/contracts/shared/errors';

/** Why fewer things are seen of a camera than could be; null when all is well or nothing is known. */
export type AnalysisNotice = { kind: 'off' } | { kind: 'motionOnly' } | { kind: 'cause'; cause: ErrorCode };

/** What to say on the page of a camera. A stream that sends nothing is said there already. */
export function noticeOf(
  camera: { id: string; isOn: boolean },
  status: AnalysisStatus | undefined,
): AnalysisNotice | null {
  if (!camera.isOn) return { kind: 'off' };
  const found = status?.cameras.find(({ cameraId }) => cameraId === camera.id);
  if (!status || !found || found.state === 'waiting' || found.state === 'off') return null;
  if (!status.canDecode) return { kind: 'cause', cause: 'transcode_unavailable' };
  if (found.state === 'motionOnly') return { kind: 'motionOnly' };
  return found.cause === null ? null : { kind: 'cause', cause: found.cause };
}

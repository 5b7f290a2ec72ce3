import type { RecordMessage } from '../footage/record-messages.ts';
import type { CoreNotices } from '../report/core-notices.ts';

type Notice = Parameters<CoreNotices['notify']>[0];

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** What the cloud is told of how a camera is recorded; null when that is nothing. */
export function recordingNotice(
  message: RecordMessage,
  cameraOf: (streamId: string) => string | undefined,
): Notice | null {
  // Also of a camera that nobody knows any more: what was recorded matters as long as it is there.
  if (message.type === 'footage.setAside') {
    const owner = cameraOf(message.streamId) ?? message.streamId;
    return { code: 'footage_set_aside', subject: owner, detail: `${owner} (${message.path})` };
  }
  if (message.type !== 'record.selection' && message.type !== 'record.preRollCut') return null;
  const cameraId = cameraOf(message.streamId);
  if (cameraId === undefined) return null;
  if (message.type === 'record.preRollCut')
    return {
      code: 'recording_pre_roll_cut',
      subject: cameraId,
      detail: `${cameraId} (${seconds(message.leftMs)} s / ${seconds(message.wantedMs)} s)`,
    };
  // Nobody judges the pictures of the camera: everything is recorded.
  return message.cause === null
    ? null
    : { code: 'recording_not_selective', subject: cameraId, detail: `${cameraId} (${message.cause})` };
}

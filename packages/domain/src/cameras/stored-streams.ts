import type { StreamKind } from '@sightline/contracts/cameras/camera';
import type { RecordingSettings } from '@sightline/contracts/cameras/camera-settings';

/** Whether a stream of a camera is written. A camera with one stream has no choice; a main stream that is read on demand never is. */
export function isStored(
  kinds: readonly StreamKind[],
  { mainStreamMode, storageStreams }: Pick<RecordingSettings, 'mainStreamMode' | 'storageStreams'>,
  kind: StreamKind,
): boolean {
  if (kinds.length < 2) return true;
  if (mainStreamMode === 'whenNeeded') return kind === 'sub';
  return storageStreams === 'both' || storageStreams === kind;
}

import type { GapRow } from '../../platform/store/gaps-store.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

/** Nobody asks the server about time in which nothing was wanted, and there is much of it. */
const quietCauses: readonly string[] = ['recording_no_motion', 'recording_no_objects'];

/** Tells the server of a gap that ended, as it is now; of one that was told before, it is what counts. Call it inside the transaction of the change. */
export function notifyGap(
  { cameras, outbox }: Pick<EdgeStores, 'cameras' | 'outbox'>,
  gap: GapRow,
  nowUtcMs: number,
): void {
  const cameraId = cameras.streams().find((stream) => stream.id === gap.streamId)?.cameraId;
  if (!cameraId || quietCauses.includes(gap.cause)) return;
  const { id: gapId, streamId, startUtcMs: fromUtcMs, endUtcMs: toUtcMs, cause } = gap;
  outbox.append(nowUtcMs, { kind: 'gap', gapId, cameraId, streamId, fromUtcMs, toUtcMs, cause });
}

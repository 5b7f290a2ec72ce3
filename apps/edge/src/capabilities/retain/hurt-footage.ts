import { SegmentReader } from '../footage/segment-reader.ts';
import { nodeDisk } from '../footage/disk.ts';
import { RecordJournal } from '../record/record-journal.ts';
import { repairSegmentFile } from '../record/repair-volume.ts';
import { recordingNotice } from '../record/recording-notices.ts';
import type { CoreNotices } from '../report/core-notices.ts';
import { notifyGap } from '../report/tell-gap.ts';
import type { Log } from '../../platform/log/log.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import type { SegmentRow } from '../../platform/store/segments-store.ts';

export interface HurtFootageDeps {
  stores: EdgeStores;
  volume: string;
  isHere: () => Promise<boolean>;
  notices: Pick<CoreNotices, 'notify'>;
  log: Log;
  nowUtcMs: () => number;
}

const quietMs = 3_600_000;

/** Whether somebody took a part of a finished file, or its index. Fails with the system's error when the file is gone. */
export async function isHurt(volume: string, segment: SegmentRow): Promise<boolean> {
  const reader = await SegmentReader.open(volume, segment);
  await reader.discard();
  return reader.isHurt;
}

/** Makes the index of such a file anew, has its row say what is left, and names the time that is lost. */
export async function mendFootage(deps: HurtFootageDeps, segment: SegmentRow): Promise<void> {
  const { stores, volume, isHere, notices, log } = deps;
  const { path, streamId } = segment;
  const nowUtcMs = (): number => Math.round(deps.nowUtcMs());
  const cameraOf = (id: string): string | undefined => stores.cameras.streams().find((one) => one.id === id)?.cameraId;
  const journal = new RecordJournal({
    ...stores,
    onGapClosed: (gap) => notifyGap(stores, gap, nowUtcMs()),
    write: (job) => job(),
  });
  let [isLost, isTold] = [false, false];
  await repairSegmentFile(path, {
    volume,
    streamId,
    disk: { ...nodeDisk, isAway: async () => !(await isHere()) },
    syncPolicy: 'fragment',
    emit: (message) => {
      isLost ||= message.type === 'gap';
      if (message.type === 'segment.closed') stores.segments.cut(path, Math.round(message.endAtUtcMs), message.bytes);
      journal.receive(message);
      const notice = recordingNotice(message, cameraOf);
      isTold ||= notice !== null;
      if (notice !== null) notices.notify(notice, quietMs);
    },
  });
  log.error({ path, isLost }, 'footage was damaged by somebody else, and is mended');
  if (!isLost || isTold) return;
  const cameraId = cameraOf(streamId) ?? streamId;
  notices.notify({ code: 'footage_damaged', subject: cameraId, detail: `${cameraId} (${path})` }, quietMs);
}

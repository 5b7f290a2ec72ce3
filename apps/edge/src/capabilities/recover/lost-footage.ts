import { readdirSync } from 'node:fs';
import type { Log } from '../../platform/log/log.ts';
import { readGapCopy } from '../../platform/store/gap-copy.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { noteUnread } from './unread-streams.ts';

/** For footage whose camera is not known: as long as cameras keep theirs unless somebody chose otherwise. */
const retentionDays = 30;
/** Streams that have a folder for their footage. */
export const streamsOn = (volume: string): string[] => readdirSync(volume).filter((name) => streamFolder.test(name));

const streamFolder = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Takes up footage that the store does not know, because the store was lost or is older than the footage: the scan of the
 * media worker then finds its files again, and retention counts them. Without this they would fill the disk for ever.
 */
export function adoptLostFootage(parts: { stores: EdgeStores; volume: string; nowUtcMs: number; log: Log }): void {
  const { stores, volume, nowUtcMs, log } = parts;
  const known = new Set(stores.cameras.streams().map((stream) => stream.id));
  const lost = streamsOn(volume).filter((name) => !known.has(name));
  stores.store.transaction(() => {
    for (const streamId of lost) stores.cameras.adoptStream(streamId, { retentionDays, nowUtcMs });
    noteUnread(stores.meta, lost);
    for (const streamId of lost) stores.gaps.takeUp(readGapCopy(volume, streamId));
  })();
  if (lost.length > 0) log.warn({ streams: lost.length }, 'footage that the store did not know was taken up again');
}

import { AppError } from '@sightline/contracts/shared/errors';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import type { Log } from '../../platform/log/log.ts';
import { readGapCopy, streamsWithGaps } from '../../platform/store/gap-copy.ts';
import { asideName, salvageSegments, salvageStore, setStoreAside } from '../../platform/store/salvage-store.ts';
import { syncFolder, writeSynced } from '../../platform/write-synced.ts';
import { type EdgeStores, openEdgeStores, storePath } from '../../platform/store/edge-stores.ts';
import { streamsOn } from './lost-footage.ts';
import { noteUnread } from './unread-streams.ts';

interface RebuildDeps {
  dataFolder: string;
  nowUtcMs: number;
  log: Log;
}

/** Whoever meets a damaged page leaves this beside the store: it is not found again by opening it. */
const markerOf = (dataFolder: string): string => join(dataFolder, 'core.damaged');

/** Under which the store remembers that its footage and gaps are not all known, and where the damaged one lies. */
const rebuiltKey = 'rebuiltFrom';

/** Whether what a damaged store knew of footage is still being taken up. */
export const isRebuilt = (meta: EdgeStores['meta']): boolean => meta.get(rebuiltKey) !== null;

/** Notes, so that it survives a power cut, that the store must be rebuilt at the next start, and under which name it is set aside. */
export const noteDamage = (dataFolder: string, nowUtcMs: number): void =>
  writeSynced(markerOf(dataFolder), asideName(storePath(dataFolder), nowUtcMs), 0o600);

/**
 * Sets a store aside that was found damaged, and makes a new one of what can be read of it and of the copy of what is wanted: recording
 * begins by that. Its footage and gaps are found once their disk is there (`findAgain`). Does nothing while the store is sound.
 */
export function rebuildDamagedStore(deps: RebuildDeps): void {
  const { dataFolder, log } = deps;
  const nowUtcMs = Math.round(deps.nowUtcMs);
  const marker = markerOf(dataFolder);
  if (!existsSync(marker) && !opensDamaged(dataFolder)) return;
  if (!existsSync(marker)) noteDamage(dataFolder, nowUtcMs);
  const aside = join(
    dataFolder,
    basename(readFileSync(marker, 'utf8').trim() || asideName(storePath(dataFolder), nowUtcMs)),
  );
  setStoreAside(storePath(dataFolder), aside);
  syncFolder(dataFolder);
  const stores = openEdgeStores(dataFolder);
  try {
    const left = salvageStore(stores.store, aside);
    stores.desiredCopy.restore(!left.some((table) => ['meta', 'desired', 'cameras', 'streams'].includes(table)));
    stores.meta.set(rebuiltKey, aside);
    // What was sent and what was not is not known for certain: both sides count anew.
    if (stores.meta.get('edgeId') !== null) stores.meta.set('epoch', uuidv7());
    stores.outbox.restart();
    const detail = left.length > 0 ? `${aside}; ${left.join(', ')}` : aside;
    stores.outbox.append(nowUtcMs, { kind: 'coreNotice', code: 'store_rebuilt', detail: detail.slice(0, 500) });
    log.error({ aside, notAllRead: left }, 'the store was damaged and is rebuilt');
  } finally {
    stores.store.close();
  }
  rmSync(marker, { force: true });
  // Found again, it would have this store rebuilt from the damaged one once more.
  syncFolder(dataFolder);
}

function opensDamaged(dataFolder: string): boolean {
  try {
    openEdgeStores(dataFolder).store.close();
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'store_damaged') return true;
    throw error;
  }
}

/**
 * What a store that was rebuilt still has to learn of the disk of its footage: gaps at once, files as they are read. Resolves when what
 * could be read of the damaged store's files is known: until then nobody can tell which footage is the oldest.
 */
export async function findAgain(deps: {
  stores: EdgeStores;
  volume: string;
  log: Log;
  signal: AbortSignal;
}): Promise<void> {
  const { stores, volume, log, signal } = deps;
  const aside = stores.meta.get(rebuiltKey);
  if (aside === null) return;
  stores.store.transaction(() => {
    noteUnread(stores.meta, streamsOn(volume));
    for (const streamId of streamsWithGaps(volume)) stores.gaps.takeUp(readGapCopy(volume, streamId));
  })();
  const segments = await salvageSegments(stores.store, aside, () => !signal.aborted);
  if (signal.aborted) return;
  stores.meta.remove(rebuiltKey);
  log.info({ segments }, 'footage and gaps of the damaged store were taken up');
}

/** Writes what is known of gaps down beside the footage, for a disk on which that was not done from the beginning. */
export function copyGapsOnce({ gaps, meta }: EdgeStores, mark: string): void {
  const key = 'gapsCopiedTo';
  if (meta.get(key) === mark) return;
  gaps.copyAll();
  meta.set(key, mark);
}

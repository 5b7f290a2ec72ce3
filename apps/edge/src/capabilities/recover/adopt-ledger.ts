import { AppError } from '@sightline/contracts/shared/errors';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataFolder, socketPathFor } from '../../platform/data-folder-lock.ts';
import { succeedListener } from '../../platform/media-bus/media-bus-successor.ts';
import type { Log } from '../../platform/log/log.ts';
import { copyRows, hasAttached, withAttached } from '../../platform/store/attached-rows.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { adoptedTimeKey, type TimeMemory, trustedTimeKey } from '../keep-time/trusted-time.ts';
import { adoptedCoreKey } from './adopted-records.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';
import { forgetMissing } from './forget-missing.ts';
import { takeUpUnread } from './unread-streams.ts';

const doneKey = 'adoptedLedgerOf';

/**
 * Takes up what the core that this one replaces knew of its footage: files, what is protected, and every gap with its cause.
 * Once; a store that cannot be read costs the causes of gaps, not the footage, which is found by looking at its files.
 */
export function adoptLedger(parts: {
  stores: EdgeStores;
  volume: string;
  adoptFrom: string | null;
  nowUtcMs: number;
  log: Log;
}): void {
  const { stores, volume, adoptFrom, log } = parts;
  if (adoptFrom === null || stores.meta.get(doneKey) === adoptFrom) return;
  const { store } = stores;
  const path = join(adoptFrom, 'core.sqlite');
  try {
    if (!existsSync(path)) throw new Error('it has no store');
    withAttached(store, path, () => {
      // What an earlier try could not read was found by its files, and is not known to be of any camera, or protected.
      store.prepare('delete from main.streams where camera_id = id and id in (select id from old.streams)').run();
      // Wanted anew once the server has said so; until then as of cameras that are gone.
      copyRows(store, 'streams', {
        conflict: 'ignore',
        instead: { removed_at_utc_ms: `coalesce(removed_at_utc_ms, ${String(Math.round(parts.nowUtcMs))})` },
      });
      copyRows(store, 'segments', { conflict: 'ignore', without: ['id', 'clock_span'] });
      store
        .prepare(
          'update main.segments set is_protected = 1 where path in (select path from old.segments where is_protected = 1)',
        )
        .run();
      copyRows(store, 'gaps', { conflict: 'ignore', instead: { is_open: '0' }, without: ['clock_span'] });
      adoptSpans(store, parts.nowUtcMs);
      // What a wrong clock dated is younger than it says.
      adoptTime(stores);
      takeUpUnread(stores);
      stores.meta.set(adoptedCoreKey, oldMeta(store, 'edgeId') ?? '');
      // Not everything may have been saved from a broken machine: what has no file must not be offered.
      forgetMissing(stores, volume);
      stores.meta.set(doneKey, adoptFrom);
    });
    log.info({ adoptFrom }, 'footage and ledger of the core of before were taken up');
  } catch (error) {
    log.error(
      { adoptFrom, detail: String(error) },
      'the ledger of the core of before could not be read; its footage is found by its files',
    );
    // What was protected there is not protected here: somebody must know, and the next start tries again.
    stores.outbox.append(Math.round(parts.nowUtcMs), {
      kind: 'coreNotice',
      code: 'footage_ledger_lost',
      detail: `${adoptFrom}: ${String(error)}`.slice(0, 500),
    });
  }
}

/** Where something happened footage is kept for longer, and that of alerts by their rules. Alerts that are open end with their core. */
function adoptSpans(store: Store, nowUtcMs: number): void {
  if (hasAttached(store, 'event_spans')) copyRows(store, 'event_spans', { conflict: 'ignore' });
  const instead = { to_utc_ms: `coalesce(to_utc_ms, ${String(Math.round(nowUtcMs))})` };
  if (hasAttached(store, 'protected_spans')) copyRows(store, 'protected_spans', { conflict: 'ignore', instead });
}

const oldMeta = (store: Store, key: string): string | null =>
  (store.prepare('select value from old.meta where key = ?').pluck().get(key) as string | undefined) ?? null;

/** Which footage the core of before wrote by a clock that was behind. Its own word for the time of now is of before. */
function adoptTime({ store, meta }: EdgeStores): void {
  const memory = oldMeta(store, trustedTimeKey);
  const adopted = memory === null ? [] : (JSON.parse(memory) as TimeMemory).misdated;
  if (adopted.length > 0) meta.set(adoptedTimeKey, JSON.stringify(adopted));
}

/** Keeps the core of before from writing into the same footage; a disk that cannot hold a lock is used without one. */
export async function lockAdopted(folder: string, log: Log): Promise<{ release: () => void } | null> {
  let lock: { release: () => void } | null = null;
  try {
    lock = await lockDataFolder(folder);
    // Its recorder may have outlived it.
    await succeedListener(socketPathFor(folder, 'media.sock'));
    return lock;
  } catch (error) {
    lock?.release();
    if (error instanceof AppError) throw error;
    log.warn({ folder, detail: String(error) }, 'the data folder of the core of before could not be locked');
    return null;
  }
}

import type { Log } from '../../platform/log/log.ts';
import { forgetTrial, storeOfTrial } from '../../platform/software/kept-store.ts';
import { copyRows, withAttached } from '../../platform/store/attached-rows.ts';
import type { Store } from '../../platform/store/open-store.ts';
import { openEdgeStores, type EdgeStores } from '../../platform/store/edge-stores.ts';
import { takeUpUnread } from './unread-streams.ts';

export interface TakeUpTrialDeps {
  dataFolder: string;
  softwareFolder: string;
  /** Keys of the store's memory in which the trial's word counts: what it and the server agreed upon. */
  agreed: readonly string[];
  nowUtcMs: number;
  log: Log;
}

/** Tables, beside the outbox, in which the trial went on where the version of before had stopped. */
const continuedTables = ['open_events', 'alerts', 'protected_spans', 'gaps', 'event_spans', 'exports'];

/**
 * Takes up what a version wrote that was tried and taken back: records that the server does not have yet, events that are still
 * open, gaps, files of footage. It went on in the count of before, so that nothing is sent twice under another number. Wanted
 * cameras are not taken up: the server says them again, in words that this version knows. Before the stores are opened.
 */
export function takeUpTrial(deps: TakeUpTrialDeps): void {
  const { dataFolder, softwareFolder, log } = deps;
  const path = storeOfTrial(softwareFolder);
  if (path === null) return;
  const stores = openEdgeStores(dataFolder);
  const nowUtcMs = Math.round(deps.nowUtcMs);
  const lost = (detail: string): void => {
    log.error({ detail }, 'what the version wrote that was taken back cannot be taken up');
    stores.outbox.append(nowUtcMs, {
      kind: 'coreNotice',
      code: 'core_trial_records_lost',
      detail: detail.slice(0, 500),
    });
  };
  try {
    let left: string[] = [];
    withAttached(stores.store, path, () => (left = goOn(stores, deps)));
    log.info('what the version wrote that was taken back is taken up');
    if (left.length > 0) lost(left.join(', '));
  } catch (error) {
    // Given up for good: once this core has written and sent on its own, the two do not fit any more.
    lost(String(error));
  } finally {
    stores.store.close();
  }
  forgetTrial(softwareFolder);
}

/** Answers the tables that could not be read: a newer format need not have them as this version knows them. */
function goOn({ store, desired, meta }: EdgeStores, { agreed, ...deps }: TakeUpTrialDeps): string[] {
  const nowUtcMs = Math.round(deps.nowUtcMs);
  const [before, after] = [agreedOf(store, 'main', agreed), agreedOf(store, 'old', agreed)];
  if (before.has('epoch') && !isContinued(before, after))
    throw new Error('it does not go on where this version stopped');
  continueTable(store, 'outbox');
  const left = continuedTables.filter((table) => !isDone(() => store.transaction(() => continueTable(store, table))()));
  const put = store.prepare(
    'insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value',
  );
  for (const [key, value] of after) put.run(key, value);
  if (!isDone(() => takeUpUnread({ store, meta }))) left.push('unreadStreams');
  // What was wanted of another core is not wanted of this one.
  if (before.get('edgeId') !== after.get('edgeId')) desired.forgetAll(nowUtcMs);
  return isDone(() => store.transaction(() => takeUpFootage(store, nowUtcMs))()) ? left : [...left, 'segments'];
}

function agreedOf(store: Store, schema: 'main' | 'old', agreed: readonly string[]): Map<string, string> {
  const rows = store
    .prepare(`select key, value from ${schema}.meta where key in (select value from json_each(?))`)
    .all(JSON.stringify(agreed));
  return new Map((rows as { key: string; value: string }[]).map(({ key, value }) => [key, value]));
}

/** The same count and at least as far in it, or one that the server and the trial began anew. */
function isContinued(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): boolean {
  const [from, to] = [before, after].map((keys) => Number(keys.get('outboxSequence') ?? 0)) as [number, number];
  return after.has('edgeId') && after.has('epoch') && (before.get('epoch') !== after.get('epoch') || to >= from);
}

function continueTable(store: Store, table: string): void {
  store.prepare(`delete from main.${table}`).run();
  copyRows(store, table);
}

/** Rows of files are many: only those that came during the trial are copied. What is missing all the same is found by its files. */
function takeUpFootage(store: Store, nowUtcMs: number): void {
  copyRows(store, 'streams', {
    conflict: 'ignore',
    instead: { removed_at_utc_ms: `coalesce(removed_at_utc_ms, ${String(nowUtcMs)})` },
  });
  const last = store.prepare('select coalesce(max(id), 0) from main.segments').pluck().get() as number;
  copyRows(store, 'segments', { conflict: 'ignore', without: ['id'], where: `id > ${String(last)}` });
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

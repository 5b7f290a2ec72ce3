import { closeEvent } from '../report/close-event.ts';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { EventReport } from '@sightline/contracts/events/event';
import type { AlertChangeRecord } from '@sightline/contracts/alert-rules/alert-rule-link';
import { join } from 'node:path';
import type { Log } from '../../platform/log/log.ts';
import { hasAttached, withAttached } from '../../platform/store/attached-rows.ts';
import type { Store } from '../../platform/store/open-store.ts';
import type { EdgeStores } from '../../platform/store/edge-stores.ts';

/** Whose footage was taken up, until it is known who this core is. */
export const adoptedCoreKey = 'adoptedCore';

const rowsAtOnce = 1_000;

interface AdoptedDeps {
  stores: Pick<EdgeStores, 'meta' | 'outbox' | 'store'>;
  /** Who this core has become. */
  edgeId: string;
  /** Data folder of the core of before. */
  adoptFrom: string | null;
  /** Kinds of records that stay true: how streams, exports and updates were is not, and this core tells that by itself. */
  records: readonly EdgeRecordBody['kind'][];
  nowUtcMs: number;
  log: Log;
}

/**
 * Once it is known which core this is: sends what the machine of before could not send any more, and ends what it followed. Footage of
 * another core, of a disk that was mixed up, say, is told instead; it is kept as long as its own core would have kept it.
 */
export function settleAdopted({ stores, edgeId, adoptFrom, records: lasting, nowUtcMs, log }: AdoptedDeps): void {
  const { meta, outbox, store } = stores;
  const before = meta.get(adoptedCoreKey);
  if (before === null) return;
  if (before !== edgeId) {
    if (before !== '')
      outbox.append(Math.round(nowUtcMs), { kind: 'coreNotice', code: 'footage_of_another_core', detail: before });
    return meta.remove(adoptedCoreKey);
  }
  if (adoptFrom === null) return;
  try {
    withAttached(store, join(adoptFrom, 'core.sqlite'), () => {
      const records = adoptOutbox(stores, lasting);
      const [events, alerts] = [endOpenEvents(stores, nowUtcMs), endOpenAlerts(stores, nowUtcMs)];
      log.info({ records, events, alerts }, 'what the core of before could not send is sent');
      meta.remove(adoptedCoreKey);
    });
  } catch (error) {
    // Tried again at the next start: its disk may only be away.
    log.error({ adoptFrom, detail: String(error) }, 'what the core of before could not send cannot be read');
  }
}

/** Rows that the server has already count once there. */
function adoptOutbox({ outbox, store }: Pick<EdgeStores, 'outbox' | 'store'>, lasting: AdoptedDeps['records']): number {
  const next = store.prepare(
    `select sequence, at_utc_ms as atUtcMs, body from old.outbox where sequence > ? and body ->> 'kind' in (select value from json_each(?)) order by sequence limit ?`,
  );
  let count = 0;
  for (let after = 0; ;) {
    const rows = next.all(after, JSON.stringify(lasting), rowsAtOnce) as {
      sequence: number;
      atUtcMs: number;
      body: string;
    }[];
    for (const { atUtcMs, body } of rows) outbox.append(atUtcMs, JSON.parse(body) as EdgeRecordBody);
    count += rows.length;
    if (rows.length < rowsAtOnce) return count;
    after = rows.at(-1)!.sequence;
  }
}

function endOpenEvents({ outbox, store }: { outbox: EdgeStores['outbox']; store: Store }, nowUtcMs: number): number {
  if (!hasAttached(store, 'open_events')) return 0;
  const reports = store.prepare('select report from old.open_events').pluck().all() as string[];
  for (const report of reports)
    outbox.append(Math.round(nowUtcMs), { kind: 'event', event: closeEvent(JSON.parse(report) as EventReport) });
  return reports.length;
}

/** Nobody judges on: this core's own cameras are looked at anew. */
function endOpenAlerts({ outbox, store }: { outbox: EdgeStores['outbox']; store: Store }, nowUtcMs: number): number {
  if (!hasAttached(store, 'alerts')) return 0;
  const reports = store.prepare('select report from old.alerts').pluck().all() as string[];
  const open = reports
    .map((report) => JSON.parse(report) as AlertChangeRecord)
    .filter(({ phase }) => phase !== 'closed');
  const decidedAtUtcMs = Math.round(nowUtcMs);
  for (const record of open) {
    const sequence = record.sequence + 1;
    const closed = { ...record, sequence, phase: 'closed' as const, closeReason: 'coreRestarted', decidedAtUtcMs };
    outbox.append(decidedAtUtcMs, closed);
  }
  return open.length;
}

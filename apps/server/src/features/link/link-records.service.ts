import type { EventReport } from '@sightline/contracts/events/event';
import { edgeRecordBody, type EdgeRecordBody, type RawEdgeRecord } from '@sightline/contracts/link/link-records';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type * as repository from './link.repository.ts';
import type { EdgePlace } from './link.repository.ts';

/** A core's clock may be wrong by any amount; a time further ahead than this is taken as the moment of arrival. */
const futureLimitMs = 86_400_000;

/** From which core a record came and when it arrived. */
export interface RecordOrigin extends EdgePlace {
  receivedAt: Date;
  /** How far the clock of the core was ahead when it wrote the records, at least. */
  clockAheadMs?: number;
}

/** What one kind of record does; false when it speaks of something that this core does not have. */
export type RecordHandler<K extends EdgeRecordBody['kind']> = (
  work: ChangeWork,
  from: RecordOrigin,
  body: Extract<EdgeRecordBody, { kind: K }>,
) => Promise<boolean>;

/** What records need of the features that they speak of. */
export interface RecordHooks {
  streamStatus: RecordHandler<'streamStatus'>;
  cameraParts: RecordHandler<'cameraParts'>;
  gap: RecordHandler<'gap'>;
  exportState: RecordHandler<'exportState'>;
  softwareState: RecordHandler<'softwareState'>;
  /** Somebody watched without the server. */
  localView: RecordHandler<'localView'>;
  /** Makes room for events before the transaction in which they are kept. */
  prepareEvents: (from: RecordOrigin, reports: readonly EventReport[]) => Promise<void>;
  /** Keeps events, all of one message at once; answers for each why it was refused, or null. */
  events: (work: ChangeWork, from: RecordOrigin, reports: readonly EventReport[]) => Promise<(string | null)[]>;
  /** Notes pictures of events that will not come. */
  picturesLost: RecordHandler<'picturesLost'>;
  /** Follows what was said of cameras, once per message however many records spoke of them. */
  camerasReported: (work: ChangeWork, from: RecordOrigin, cameraIds: Iterable<string>) => Promise<void>;
}

/** A record that was passed over for good: it cannot be true or cannot be read. */
export interface RefusedRecord {
  sequence: number;
  /** Never quotes the record. */
  reason: string;
}

/** What the records of a message came to. */
export interface AppliedRecords {
  /** Last sequence that is kept now. */
  sequence: number;
  /** The message left a hole before its first record: the core must send again from `sequence`. */
  hasGap: boolean;
  applied: number;
  /** Records about things that are not this core's. */
  foreign: number;
  refused: RefusedRecord[];
}

/** A record whose body was read, or why it could not be. */
export type ReadRecord = { sequence: number; atUtcMs: number } & ({ body: EdgeRecordBody } | { refusal: string });

/** Reads the bodies one by one, so that one bad record never holds up the others. */
export const readRecords = (records: readonly RawEdgeRecord[]): ReadRecord[] =>
  records.map(({ sequence, atUtcMs, body }) => {
    const read = edgeRecordBody.safeParse(body);
    if (read.success) return { sequence, atUtcMs, body: read.data };
    return { sequence, atUtcMs, refusal: `schema ${read.error.issues[0]?.path.join('.') ?? ''}`.slice(0, 80) };
  });

/** What is written down was written before it came, whatever the clock of the core says. */
export const clockAheadMs = (records: readonly ReadRecord[], receivedAt: Date): number =>
  records.reduce((most, { atUtcMs }) => Math.max(most, atUtcMs - receivedAt.getTime()), 0);

/** The events that a message reports. */
export const reportsOf = (records: readonly ReadRecord[]): EventReport[] =>
  records.flatMap((record) => ('body' in record && record.body.kind === 'event' ? [record.body.event] : []));

interface RecordTask {
  hooks: RecordHooks;
  rows: Pick<typeof repository, 'lockCursor' | 'insertNotices' | 'moveCursor' | 'locationOf'>;
  work: ChangeWork;
  from: RecordOrigin;
  /** Fails when the core has another link by now. Asked while the cursor is held, so that whoever welcomes that link waits for this. */
  checkLatest: () => void;
}

/** What the records of one message add up to before it is written. */
interface RecordBatch {
  epoch: string;
  notices: repository.NoticeValues[];
  cameraIds: Set<string>;
  reports: { sequence: number; report: EventReport }[];
  /** After the events, which may be of the same message. */
  lost: Extract<EdgeRecordBody, { kind: 'picturesLost' }>[];
}

/** Applies what comes after the cursor and moves it: both or neither. */
export async function applyRecords(task: RecordTask, message: { epoch: string; records: readonly ReadRecord[] }): Promise<AppliedRecords> {
  const { hooks, rows, work, from } = task;
  const place = { organizationId: from.organizationId, edgeId: from.edgeId };
  const cursor = await rows.lockCursor(work.trx, place, message.epoch);
  task.checkLatest();
  const result: AppliedRecords = { sequence: cursor, hasGap: false, applied: 0, foreign: 0, refused: [] };
  const batch: RecordBatch = { epoch: message.epoch, notices: [], cameraIds: new Set(), reports: [], lost: [] };
  for (const record of message.records) {
    if (record.sequence <= result.sequence) continue;
    if (record.sequence !== result.sequence + 1) {
      result.hasGap = true;
      break;
    }
    if ('refusal' in record) result.refused.push({ sequence: record.sequence, reason: record.refusal });
    else if (!(await applyRecord(task, batch, record))) result.foreign += 1;
    result.applied += 1;
    result.sequence = record.sequence;
  }
  await rows.insertNotices(work.trx, place, batch.notices);
  if (batch.notices.length > 0) await work.announce({ kind: 'attention.notice', edgeId: place.edgeId, locationId: await rows.locationOf(work.trx, place) });
  await applyEvents(task, batch, result);
  for (const body of batch.lost) if (!(await hooks.picturesLost(work, from, body))) result.foreign += 1;
  await hooks.camerasReported(work, from, batch.cameraIds);
  if (result.applied > 0) await rows.moveCursor(work.trx, place, { epoch: message.epoch, from: cursor, lastSequence: result.sequence });
  return result;
}

async function applyRecord(task: RecordTask, batch: RecordBatch, record: { sequence: number; atUtcMs: number; body: EdgeRecordBody }): Promise<boolean> {
  const { hooks, work, from } = task;
  const { body, sequence } = record;
  const { receivedAt } = from;
  switch (body.kind) {
    case 'streamStatus':
    case 'cameraParts': {
      const isKnown = body.kind === 'cameraParts' ? await hooks.cameraParts(work, from, body) : await hooks.streamStatus(work, from, body);
      if (isKnown) batch.cameraIds.add(body.cameraId);
      return isKnown;
    }
    case 'gap':
      return hooks.gap(work, from, body);
    case 'exportState':
      return hooks.exportState(work, from, body);
    case 'localView':
      return hooks.localView(work, from, body);
    case 'coreNotice': {
      const at = record.atUtcMs > receivedAt.getTime() + futureLimitMs ? receivedAt : new Date(record.atUtcMs);
      const detail = body.detail.toWellFormed().replaceAll('\0', '');
      batch.notices.push({ epoch: batch.epoch, sequence, at, receivedAt, code: body.code, detail });
      return true;
    }
    case 'event':
      batch.reports.push({ sequence, report: body.event });
      return true;
    case 'softwareState':
      return hooks.softwareState(work, from, body);
    case 'picturesLost':
      batch.lost.push(body);
      return true;
  }
}

async function applyEvents({ hooks, work, from }: RecordTask, batch: RecordBatch, result: AppliedRecords): Promise<void> {
  if (batch.reports.length === 0) return;
  const refusals = await hooks.events(
    work,
    from,
    batch.reports.map(({ report }) => report),
  );
  for (const [index, { sequence }] of batch.reports.entries()) {
    const reason = refusals[index] ?? null;
    if (reason === null) continue;
    result.refused.push({ sequence, reason });
    if (reason === 'foreign') result.foreign += 1;
  }
}

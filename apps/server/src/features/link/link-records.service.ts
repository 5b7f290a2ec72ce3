import type { EventReport } from '@sightline/contracts/events/event';
import { edgeRecordBody, type EdgeRecordBody, type RawEdgeRecord } from '@sightline/contracts/link/link-records';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type {
  AlertChangeBody,
  HandledBodies,
  HandledKind,
  RecordHandlers,
  RecordHooks,
  RecordOrigin,
} from '../../platform/link/link-hooks.ts';
import { noteUnknownCamera } from '../edges/edges.public.ts';
import type * as cursors from './link-cursors.repository.ts';
import type * as notices from './link-notices.repository.ts';
import type * as repository from './link.repository.ts';
import type * as unknownCameras from './unknown-cameras.repository.ts';
import type { CameraRecord } from './unknown-cameras.repository.ts';

/** A core's clock may be wrong by any amount; a time further ahead than this is taken as the moment of arrival. */
const futureLimitMs = 86_400_000;

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
  /** Records that are kept apart, because nobody here ever had their camera. */
  held: number;
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
  rows: Pick<typeof cursors, 'lockCursor' | 'moveCursor'> &
    Pick<typeof notices, 'insertNotices'> &
    Pick<typeof unknownCameras, 'holdUnknown'> &
    Pick<typeof repository, 'locationOf'>;
  work: ChangeWork;
  from: RecordOrigin;
  /** Fails when the core has another link by now. Asked while the cursor is held, so that whoever welcomes that link waits for this. */
  checkLatest: () => void;
}

/** What the records of one message add up to before it is written. */
interface RecordBatch {
  epoch: string;
  /** What is not of this core. */
  foreign: { atUtcMs: number; body: EdgeRecordBody }[];
  notices: notices.NoticeValues[];
  cameraIds: Set<string>;
  reports: { sequence: number; atUtcMs: number; report: EventReport }[];
  /** After the events, which may be of the same message. */
  lost: { atUtcMs: number; body: Extract<EdgeRecordBody, { kind: 'picturesLost' }> }[];
  /** Kept after the events that they are about. */
  alerts: { atUtcMs: number; body: AlertChangeBody }[];
}

const emptyBatch = (epoch: string): RecordBatch => ({
  epoch,
  foreign: [],
  notices: [],
  cameraIds: new Set(),
  reports: [],
  lost: [],
  alerts: [],
});

/** Records of a camera that was adopted since, in their order, as if they came now. */
export async function applyHeld(
  task: Omit<RecordTask, 'checkLatest'>,
  epoch: string,
  records: readonly ReadRecord[],
): Promise<void> {
  const batch = emptyBatch(epoch);
  for (const record of records) if ('body' in record) await applyRecord(task, batch, record);
  await finishBatch(task, batch);
}

/** Applies what comes after the cursor and moves it: both or neither. */
export async function applyRecords(
  task: RecordTask,
  message: { epoch: string; records: readonly ReadRecord[] },
): Promise<AppliedRecords> {
  const { rows, work, from } = task;
  const place = { organizationId: from.organizationId, edgeId: from.edgeId };
  const cursor = await rows.lockCursor(work.trx, place, message.epoch);
  task.checkLatest();
  const result: AppliedRecords = { sequence: cursor, hasGap: false, applied: 0, foreign: 0, held: 0, refused: [] };
  const batch = emptyBatch(message.epoch);
  for (const record of message.records) {
    if (record.sequence <= result.sequence) continue;
    if (record.sequence !== result.sequence + 1) {
      result.hasGap = true;
      break;
    }
    if ('refusal' in record) result.refused.push({ sequence: record.sequence, reason: record.refusal });
    else await applyRecord(task, batch, record);
    result.applied += 1;
    result.sequence = record.sequence;
  }
  result.refused.push(...(await finishBatch(task, batch)));
  Object.assign(result, await holdForeign(task, batch));
  if (result.applied > 0)
    await rows.moveCursor(work.trx, place, { epoch: message.epoch, from: cursor, lastSequence: result.sequence });
  return result;
}

async function applyRecord(
  task: Omit<RecordTask, 'checkLatest'>,
  batch: RecordBatch,
  record: { sequence: number; atUtcMs: number; body: EdgeRecordBody },
): Promise<void> {
  const { body, sequence, atUtcMs } = record;
  if (body.kind === 'coreNotice') batch.notices.push(noticeOf(task.from, batch, { ...record, body }));
  else if (body.kind === 'event') batch.reports.push({ sequence, atUtcMs, report: body.event });
  else if (body.kind === 'picturesLost') batch.lost.push({ atUtcMs, body });
  else if (body.kind === 'alertChange') batch.alerts.push({ atUtcMs, body });
  else if (!(await applyBody(task, body.kind, body))) batch.foreign.push({ atUtcMs, body });
  else if (body.kind === 'streamStatus' || body.kind === 'cameraParts') batch.cameraIds.add(body.cameraId);
}

function noticeOf(
  { receivedAt }: RecordOrigin,
  { epoch }: RecordBatch,
  record: { sequence: number; atUtcMs: number; body: Extract<EdgeRecordBody, { kind: 'coreNotice' }> },
): notices.NoticeValues {
  const { sequence, atUtcMs, body } = record;
  const at = atUtcMs > receivedAt.getTime() + futureLimitMs ? receivedAt : new Date(atUtcMs);
  return { epoch, sequence, at, receivedAt, code: body.code, detail: body.detail.toWellFormed().replaceAll('\0', '') };
}

/** False when it speaks of something that this core does not have. */
function applyBody<K extends HandledKind>(
  { hooks, work, from }: Omit<RecordTask, 'checkLatest'>,
  kind: K,
  body: HandledBodies[K],
): Promise<boolean> {
  const handlers: RecordHandlers = hooks;
  return handlers[kind](work, from, body);
}

/** What a message says of many things is done at once; answers what was refused of it. */
async function finishBatch(
  { hooks, rows, work, from }: Omit<RecordTask, 'checkLatest'>,
  batch: RecordBatch,
): Promise<RefusedRecord[]> {
  const refused: RefusedRecord[] = [];
  const place = { organizationId: from.organizationId, edgeId: from.edgeId };
  await rows.insertNotices(work.trx, place, batch.notices);
  if (batch.notices.length > 0)
    await work.announce({
      kind: 'attention.notice',
      edgeId: place.edgeId,
      locationId: await rows.locationOf(work.trx, place),
    });
  const reports = batch.reports.map(({ report }) => report);
  const refusals = reports.length > 0 ? await hooks.events(work, from, reports) : [];
  for (const [index, { sequence, atUtcMs, report }] of batch.reports.entries()) {
    const reason = refusals[index] ?? null;
    if (reason !== null && reason !== 'foreign') refused.push({ sequence, reason });
    if (reason === 'foreign') batch.foreign.push({ atUtcMs, body: { kind: 'event', event: report } });
  }
  // Whom an alert is about decides who is told of it.
  const alerts = batch.alerts.map(({ body }) => body);
  const areOurs = alerts.length > 0 ? await hooks.alertChanges(work, from, alerts) : [];
  batch.foreign.push(...batch.alerts.filter((_, index) => areOurs[index] === false));
  for (const { atUtcMs, body } of batch.lost)
    if (!(await hooks.picturesLost(work, from, body))) batch.foreign.push({ atUtcMs, body });
  await hooks.camerasReported(work, from, batch.cameraIds);
  return refused;
}

const cameraOf = (body: EdgeRecordBody): string | null =>
  body.kind === 'event' ? body.event.cameraId : 'cameraId' in body ? body.cameraId : null;

/**
 * A server that was brought back from an older copy does not know the cameras of since. What a core says of them is kept, and told: the core
 * is right, and the camera may be adopted.
 */
async function holdForeign(
  { rows, work, from }: RecordTask,
  { foreign }: RecordBatch,
): Promise<Pick<AppliedRecords, 'foreign' | 'held'>> {
  const place = { organizationId: from.organizationId, edgeId: from.edgeId };
  const { receivedAt } = from;
  const records = foreign.flatMap(({ atUtcMs, body }): CameraRecord[] => {
    const cameraId = cameraOf(body);
    return cameraId === null ? [] : [{ cameraId, atUtcMs, body }];
  });
  const { held, fresh } = await rows.holdUnknown(work.trx, place, { records, receivedAt });
  for (const cameraId of fresh) await noteUnknownCamera(work.trx, place, { at: receivedAt, cameraId, name: null });
  if (fresh.length > 0)
    await work.announce({
      kind: 'attention.notice',
      edgeId: place.edgeId,
      locationId: await rows.locationOf(work.trx, place),
    });
  return { held, foreign: foreign.length - held };
}

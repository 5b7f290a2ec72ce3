import { createHash } from 'node:crypto';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import type { LinkFromEdge } from '@sightline/contracts/link/link';
import { contentHashText, type CameraConfig, type Operation } from '@sightline/contracts/link/link-operations';
import type { EdgeRecord, EdgeRecordBody } from '@sightline/contracts/link/link-records';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { volatileTopic } from '../realtime/realtime.public.ts';
import * as repository from './link.repository.ts';
import type { EdgePlace } from './link.repository.ts';

/** A core's clock may be wrong by any amount; a time further ahead than this is taken as the moment of arrival. */
const futureLimitMs = 86_400_000;

/** From which core a record came and when it arrived. */
export interface RecordOrigin extends EdgePlace {
  receivedAt: Date;
}

/** What one kind of record does; false when it speaks of something that this core does not have. */
export type RecordHandler<K extends EdgeRecordBody['kind']> = (
  work: ChangeWork,
  from: RecordOrigin,
  body: Extract<EdgeRecordBody, { kind: K }>,
) => Promise<boolean>;

/** What the link needs of the other features, wired where the server is put together. */
export interface LinkHooks {
  streamStatus: RecordHandler<'streamStatus'>;
  gap: RecordHandler<'gap'>;
  exportState: RecordHandler<'exportState'>;
  desiredCamera: (trx: Work, camera: { organizationId: string; cameraId: string }) => Promise<CameraConfig | null>;
  confirmCamera: (work: ChangeWork, camera: { organizationId: string; cameraId: string }, revision: number) => Promise<void>;
  /** Tells the screens the status of cameras, once per message however many records spoke of them. */
  announceCameras: (work: ChangeWork, organizationId: string, cameraIds: Iterable<string>) => Promise<void>;
  announceCamerasOfEdge: (work: ChangeWork, place: EdgePlace) => Promise<void>;
}

/** What the link needs from the rest of the server. */
export interface LinkParts {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  hooks: LinkHooks;
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
}

type Hello = Extract<LinkFromEdge, { type: 'hello' }>;

/** Everything that messages of cores change in the database. */
export type LinkService = ReturnType<typeof createLinkService>;

/** Messages of cores become rows: exactly once, in order, each with its cursor in one transaction. */
export function createLinkService(parts: LinkParts) {
  const { database, changes } = parts;
  return {
    findIdentity: (edgeId: string) => repository.findIdentity(database, edgeId),
    replaceKey: (edgeId: string, keys: { from: string; to: string }) => repository.replaceKey(database, edgeId, keys),
    welcome: (place: EdgePlace, hello: Hello) => welcome(parts, place, hello),
    unlink: (place: EdgePlace) => changes.run({ organizationId: place.organizationId, by: nobody }, (work) => unlink(parts, work, place)),
    heartbeat: (place: EdgePlace, beat: { health: EdgeHealth; clockOffsetMs: number }) => heartbeat(parts, place, beat),
    applyRecords: (place: EdgePlace, message: { epoch: string; records: readonly EdgeRecord[] }): Promise<AppliedRecords> =>
      changes.run({ organizationId: place.organizationId, by: nobody }, (work) => applyRecords(parts, { work, place }, message)),
    operationsAfter: (place: EdgePlace, sequence: number): Promise<Operation[]> => operationsAfter(parts, place, sequence),
    applied: (place: EdgePlace, message: { sequence: number; contentHash: string }): Promise<{ matches: boolean }> => applied(parts, place, message),
    noteClone: (place: EdgePlace, detail: { epoch: string; instanceId: string }) => noteClone(parts, place, detail),
    isLinkedAnywhere: (place: EdgePlace) => database.withOrganization(place.organizationId, (trx) => repository.isLinkedAnywhere(trx, place)),
    /** Ends links that nobody has heard of for a while: their server process died without saying so. */
    unlinkSilent: (silentMs: number, isLocal: (edgeId: string) => boolean) => unlinkSilent(parts, silentMs, isLocal),
  };
}

async function welcome(parts: LinkParts, place: EdgePlace, hello: Hello): Promise<{ name: string; ackedSequence: number } | null> {
  const at = new Date(parts.clock());
  return parts.changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
    const clockOffsetMs = hello.clockUtcMs - at.getTime();
    const { version, capabilities, lastOperation: appliedOperation } = hello;
    const edge = await repository.markLinked(work.trx, place, { at, version, capabilities, clockOffsetMs, appliedOperation });
    if (!edge) return null;
    const ackedSequence = await repository.lockCursor(work.trx, place, hello.epoch);
    await work.announce({
      kind: 'edges.status',
      edgeId: place.edgeId,
      locationId: edge.locationId,
      state: 'online',
      sinceUtcMs: at.getTime(),
      clockOffsetMs,
      health: null,
    });
    await parts.hooks.announceCamerasOfEdge(work, place);
    return { name: edge.name, ackedSequence };
  });
}

async function unlink(parts: LinkParts, work: ChangeWork, place: EdgePlace): Promise<void> {
  const at = new Date(parts.clock());
  const edge = await repository.markUnlinked(work.trx, place, at);
  if (!edge) return;
  await work.announce({
    kind: 'edges.status',
    edgeId: place.edgeId,
    locationId: edge.locationId,
    state: 'offline',
    sinceUtcMs: at.getTime(),
    clockOffsetMs: null,
    health: null,
  });
  await parts.hooks.announceCamerasOfEdge(work, place);
}

async function heartbeat(parts: LinkParts, place: EdgePlace, beat: { health: EdgeHealth; clockOffsetMs: number }): Promise<void> {
  const at = new Date(parts.clock());
  const edge = await parts.database.withOrganization(place.organizationId, (trx) => repository.storeHeartbeat(trx, place, { at, ...beat }));
  if (!edge) return;
  const event = {
    kind: 'edges.status',
    edgeId: place.edgeId,
    locationId: edge.locationId,
    state: 'online',
    sinceUtcMs: edge.stateSince?.getTime() ?? null,
    ...beat,
  };
  parts.bus.publish(volatileTopic, { organizationId: place.organizationId, event });
}

interface RecordTask {
  work: ChangeWork;
  place: EdgePlace;
}

/** What the records of one message add up to before it is written. */
interface RecordBatch {
  notices: repository.NoticeValues[];
  cameraIds: Set<string>;
}

async function applyRecords(parts: LinkParts, task: RecordTask, message: { epoch: string; records: readonly EdgeRecord[] }): Promise<AppliedRecords> {
  const { work, place } = task;
  const result: AppliedRecords = { sequence: await repository.lockCursor(work.trx, place, message.epoch), hasGap: false, applied: 0, foreign: 0 };
  const receivedAt = new Date(parts.clock());
  const batch: RecordBatch = { notices: [], cameraIds: new Set() };
  for (const record of message.records) {
    if (record.sequence <= result.sequence) continue;
    if (record.sequence !== result.sequence + 1) {
      result.hasGap = true;
      break;
    }
    const isKnown = await applyRecord(parts, { work, from: { ...place, receivedAt }, batch, epoch: message.epoch }, record);
    if (!isKnown) result.foreign += 1;
    result.applied += 1;
    result.sequence = record.sequence;
  }
  await repository.insertNotices(work.trx, place, batch.notices);
  await parts.hooks.announceCameras(work, place.organizationId, batch.cameraIds);
  if (result.applied > 0) await repository.moveCursor(work.trx, place, { epoch: message.epoch, lastSequence: result.sequence });
  return result;
}

interface OneRecord {
  work: ChangeWork;
  from: RecordOrigin;
  batch: RecordBatch;
  epoch: string;
}

async function applyRecord(parts: LinkParts, { work, from, batch, epoch }: OneRecord, record: EdgeRecord): Promise<boolean> {
  const { body } = record;
  const { receivedAt } = from;
  switch (body.kind) {
    case 'streamStatus': {
      const isKnown = await parts.hooks.streamStatus(work, from, body);
      if (isKnown) batch.cameraIds.add(body.cameraId);
      return isKnown;
    }
    case 'gap':
      return parts.hooks.gap(work, from, body);
    case 'exportState':
      return parts.hooks.exportState(work, from, body);
    case 'coreNotice': {
      const at = record.atUtcMs > receivedAt.getTime() + futureLimitMs ? receivedAt : new Date(record.atUtcMs);
      batch.notices.push({ epoch, sequence: record.sequence, at, receivedAt, code: body.code, detail: body.detail.replaceAll('\0', '') });
      return true;
    }
  }
}

async function operationsAfter(parts: LinkParts, place: EdgePlace, sequence: number): Promise<Operation[]> {
  return parts.database.withOrganization(place.organizationId, async (trx) => {
    const operations: Operation[] = [];
    for (const pending of await repository.operationsAfter(trx, place, sequence)) {
      const desired = await parts.hooks.desiredCamera(trx, { organizationId: place.organizationId, cameraId: pending.entityId });
      operations.push({ sequence: pending.sequence, entity: 'camera', entityId: pending.entityId, revision: pending.revision, desired });
    }
    return operations;
  });
}

async function applied(parts: LinkParts, place: EdgePlace, message: { sequence: number; contentHash: string }): Promise<{ matches: boolean }> {
  return parts.changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
    const done = await repository.markApplied(work.trx, place, { ...message, at: new Date(parts.clock()) });
    for (const { entityId, revision } of done) await parts.hooks.confirmCamera(work, { organizationId: place.organizationId, cameraId: entityId }, revision);
    const content = await repository.contentOf(work.trx, place);
    if (!content.isComplete) return { matches: true };
    const expected = createHash('sha256').update(contentHashText(content.entities)).digest('hex');
    const matches = expected === message.contentHash;
    await repository.setContentMatches(work.trx, place, matches);
    await work.announce({ kind: 'edges.changed', edgeId: place.edgeId, locationId: content.locationId });
    return { matches };
  });
}

async function noteClone(parts: LinkParts, place: EdgePlace, { epoch, instanceId }: { epoch: string; instanceId: string }): Promise<void> {
  const at = new Date(parts.clock());
  await parts.changes.run({ organizationId: place.organizationId, by: nobody }, async ({ trx, audit }) => {
    // Not a record of the core itself: numbered by time, so that it cannot meet one of its sequences.
    await repository.insertNotices(trx, place, [{ epoch, sequence: at.getTime(), at, receivedAt: at, code: 'core_cloned', detail: `instance ${instanceId}` }]);
    await audit({ action: 'core.cloned', entityKind: 'edge', entityId: place.edgeId, data: { instanceId } });
  });
}

async function unlinkSilent(parts: LinkParts, silentMs: number, isLocal: (edgeId: string) => boolean): Promise<void> {
  const since = new Date(parts.clock() - silentMs);
  for (const organizationId of await repository.organizationsWithEdges(parts.database)) {
    const silent = await parts.database.withOrganization(organizationId, (trx) => repository.silentEdges(trx, organizationId, since));
    for (const edgeId of silent.filter((id) => !isLocal(id))) {
      await parts.changes.run({ organizationId, by: nobody }, (work) => unlink(parts, work, { organizationId, edgeId }));
    }
  }
}

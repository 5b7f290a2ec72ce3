import { createHash } from 'node:crypto';
import type { EdgeHealth } from '@sightline/contracts/edges/edge';
import type { LinkFromEdge } from '@sightline/contracts/link/link';
import { contentHashText, firstSyncedKinds, type Operation } from '@sightline/contracts/link/link-operations';
import { AppError } from '@sightline/contracts/shared/errors';
import type { EdgeRecordBody, RawEdgeRecord } from '@sightline/contracts/link/link-records';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { nobody, type Changes, type ChangeWork } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { LinkHooks, ThumbnailMessage } from '../../platform/link/link-hooks.ts';
import { entityKey, type SyncedEntities } from '../../platform/sync/synced-entity.ts';
import { operationsTopic } from '../edges/edges.public.ts';
import { volatileTopic } from '../realtime/realtime.public.ts';
import { applyDespiteBad } from './link-bad-records.ts';
import {
  applyHeld,
  applyRecords,
  clockAheadMs,
  readRecords,
  reportsOf,
  type AppliedRecords,
  type ReadRecord,
} from './link-records.service.ts';
import { notifyClock } from './link-clock.repository.ts';
import { lockCursor, moveCursor } from './link-cursors.repository.ts';
import { storeHeartbeat, type Heartbeat } from './link-heartbeats.repository.ts';
import { insertNotices } from './link-notices.repository.ts';
import * as linkOperations from './link-operations.repository.ts';
import * as repository from './link.repository.ts';
import type { EdgeRef } from './link.repository.ts';
import * as unknownCameras from './unknown-cameras.repository.ts';

/** What the link needs from the rest of the server. */
export interface LinkDeps {
  database: Database;
  changes: Changes;
  bus: Bus;
  clock: Clock;
  hooks: LinkHooks;
  /** Everything that cores are told of. */
  entities: SyncedEntities;
  rows: LinkRows;
}

/** The statements of the link as the database does them. */
const databaseRows = {
  findIdentity: repository.findIdentity,
  replaceKey: repository.replaceKey,
  lockCursor,
  moveCursor,
  holdUnknown: unknownCameras.holdUnknown,
  findAdopted: unknownCameras.findAdopted,
  noteHistory: repository.noteHistory,
  markLinked: repository.markLinked,
  markUnlinked: repository.markUnlinked,
  storeCapabilities: repository.storeCapabilities,
  operationsToSend: linkOperations.operationsToSend,
  markPublished: linkOperations.markPublished,
  makeOpenDue: linkOperations.makeOpenDue,
  locationOf: repository.locationOf,
  markApplied: linkOperations.markApplied,
  contentOf: linkOperations.contentOf,
  setContentMatches: linkOperations.setContentMatches,
  insertNotices,
  reachOf: repository.reachOf,
  organizationsWithEdges: repository.organizationsWithEdges,
  silentEdges: repository.silentEdges,
  storeHeartbeat,
  notifyClock,
};

/** Tests that play thousands of histories keep their rows in memory. */
type LinkRows = typeof databaseRows;

type Hello = Extract<LinkFromEdge, { type: 'hello' }>;

/** Everything that messages of cores change in the database. */
export type LinkService = ReturnType<typeof createLinkService>;

/** Messages of cores become rows: exactly once, in order, each with its cursor in one transaction. */
export function createLinkService(given: Omit<LinkDeps, 'rows'> & { rows?: LinkRows }) {
  const deps: LinkDeps = { rows: databaseRows, ...given };
  const { database, changes } = deps;
  return {
    findIdentity: (edgeId: string) => deps.rows.findIdentity(database, edgeId),
    replaceKey: (edgeId: string, keys: { from: string; to: string }) => deps.rows.replaceKey(database, edgeId, keys),
    /** `isLatest` is asked once nobody else can change the same rows: what a superseded link says is left out, with `core_offline`. */
    welcome: (place: EdgeRef, hello: Hello, isLatest: IsLatest) => welcome(deps, place, { hello, isLatest }),
    unlink: (place: EdgeRef, isServers: boolean) =>
      changes.run({ organizationId: place.organizationId, by: nobody }, (work) =>
        unlink(deps, work, { ...place, isServers }),
      ),
    heartbeat: (place: EdgeRef, beat: Heartbeat) => heartbeat(deps, place, beat),
    applyRecords: (place: EdgeRef, message: { epoch: string; records: readonly RawEdgeRecord[] }, isLatest: IsLatest) =>
      takeRecords(deps, place, { ...message, isLatest }),
    /** Applies what a core said of a camera before this server knew it. */
    release: (place: EdgeRef, cameraId: string): Promise<void> => release(deps, place, cameraId),
    /** What the core must be told next, some at a time; each answer counts as sent. */
    operationsToSend: (place: EdgeRef, after: number): Promise<OperationsToSend> =>
      operationsToSend(deps, place, after),
    applied: (
      place: EdgeRef,
      message: { sequence: number; contentHash: string },
      isLatest: IsLatest,
    ): Promise<{ matches: boolean }> => applied(deps, place, { ...message, isLatest }),
    setCapabilities: (place: EdgeRef, capabilities: string[]) => setCapabilities(deps, place, capabilities),
    /** Keeps a picture of an event, or says why not. */
    keepThumbnail: async (place: EdgeRef, message: ThumbnailMessage) => ({
      eventId: message.eventId,
      kind: message.kind,
      outcome: await deps.hooks.thumbnail({ ...place, receivedAt: new Date(deps.clock()) }, message),
    }),
    noteClone: (place: EdgeRef, detail: { epoch: string; instanceId: string }) => noteClone(deps, place, detail),
    reachOf: (place: EdgeRef) =>
      database.withOrganization(place.organizationId, (trx) => deps.rows.reachOf(trx, place)),
    /** Ends links that nobody has heard of for a while: their server process died without saying so. */
    unlinkSilent: (silentMs: number, isLocal: (edgeId: string) => boolean) => unlinkSilent(deps, silentMs, isLocal),
  };
}

type IsLatest = () => boolean;

function requireLatest(isLatest: IsLatest): void {
  if (!isLatest()) throw new AppError('core_offline');
}

/** Text of a core as the database can keep it. */
const printable = (text: string): string => text.toWellFormed().replaceAll(/\p{Cc}/gu, '');

/** Names of disks and thermometers are as the machine has them. */
const printableHealth = (health: EdgeHealth): EdgeHealth =>
  JSON.parse(
    JSON.stringify(health, (_key, value: unknown) => (typeof value === 'string' ? printable(value) : value)),
  ) as EdgeHealth;

/** What a core that has shown who it is is told. `isToCompare`: what it holds is not what is wanted of it. */
interface Welcomed {
  name: string;
  ackedSequence: number;
  isToCompare: boolean;
  /** Cameras of which something is kept that can be applied now. */
  adopted: string[];
}

/** Keeps whether a core holds what is wanted of it, by the hash of all of it, and answers it; null when that cannot be said yet. */
async function assess(
  { rows, entities }: LinkDeps,
  trx: Work,
  { place, contentHash }: { place: EdgeRef; contentHash: string | undefined },
): Promise<{ matches: boolean | null; locationId: string }> {
  const { isToCompare, isComplete, locationId, kinds } = await rows.contentOf(trx, place);
  let matches: boolean | null = null;
  if (isToCompare) matches = false;
  else if (isComplete && contentHash !== undefined) {
    const wanted = await entities.wanted(trx, { ...place, kinds: new Set(kinds) });
    matches = createHash('sha256').update(contentHashText(wanted)).digest('hex') === contentHash;
  }
  if (matches !== null) await rows.setContentMatches(trx, place, matches);
  return { matches, locationId };
}

async function welcome(
  deps: LinkDeps,
  place: EdgeRef,
  { hello, isLatest }: { hello: Hello; isLatest: IsLatest },
): Promise<Welcomed | null> {
  const at = new Date(deps.clock());
  return deps.changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
    const clockOffsetMs = hello.clockUtcMs - at.getTime();
    const { lastOperation: appliedOperation } = hello;
    const version = printable(hello.version);
    const capabilities = hello.capabilities.map(printable);
    const kinds = [...new Set((hello.syncedKinds ?? firstSyncedKinds).map(printable))];
    await deps.rows.noteHistory(work.trx, place, { lastOperation: appliedOperation, at });
    const edge = await deps.rows.markLinked(work.trx, place, {
      at,
      version,
      capabilities,
      kinds,
      clockOffsetMs,
      appliedOperation,
    });
    if (!edge) return null;
    requireLatest(isLatest);
    await deps.hooks.kindsAnnounced(work, { ...place, kinds: new Set(kinds) }, new Set(edge.kindsBefore));
    await deps.rows.notifyClock(work.trx, place, { at, beforeMs: edge.clockBeforeMs, offsetMs: clockOffsetMs });
    await deps.rows.makeOpenDue(work.trx, place);
    const ackedSequence = await deps.rows.lockCursor(work.trx, place, hello.epoch);
    await deps.hooks.edgeLinkChanged(work, place, { at, isServers: false });
    const { matches } = await assess(deps, work.trx, { place, contentHash: hello.contentHash });
    return {
      name: edge.name,
      ackedSequence,
      isToCompare: matches === false,
      adopted: await deps.rows.findAdopted(work.trx, place),
    };
  });
}

async function unlink(
  deps: LinkDeps,
  work: ChangeWork,
  { isServers, ...place }: EdgeRef & { isServers: boolean },
): Promise<void> {
  const at = new Date(deps.clock());
  if (await deps.rows.markUnlinked(work.trx, place, at))
    await deps.hooks.edgeLinkChanged(work, place, { at, isServers });
}

async function heartbeat(deps: LinkDeps, place: EdgeRef, beat: Heartbeat): Promise<void> {
  const at = new Date(deps.clock());
  const { clockOffsetMs, outboxDepth } = beat;
  const health = printableHealth(beat.health);
  const edge = await deps.database.withOrganization(place.organizationId, async (trx) => {
    const stored = await deps.rows.storeHeartbeat(trx, place, { at, health, clockOffsetMs, outboxDepth });
    if (stored)
      await deps.rows.notifyClock(trx, place, { at, beforeMs: stored.clockBeforeMs, offsetMs: clockOffsetMs });
    return stored;
  });
  if (!edge) return;
  const event = {
    kind: 'edges.status',
    edgeId: place.edgeId,
    locationId: edge.locationId,
    state: 'online',
    sinceUtcMs: edge.stateSince?.getTime() ?? null,
    health,
    clockOffsetMs,
  };
  deps.bus.publish(volatileTopic, { organizationId: place.organizationId, event });
}

async function takeRecords(
  deps: LinkDeps,
  place: EdgeRef,
  message: { epoch: string; records: readonly RawEdgeRecord[]; isLatest: IsLatest },
): Promise<AppliedRecords> {
  const receivedAt = new Date(deps.clock());
  const records = readRecords(message.records);
  const from = { ...place, receivedAt, clockAheadMs: clockAheadMs(records, receivedAt) };
  const reports = reportsOf(records);
  if (reports.length > 0) await deps.hooks.prepareEvents(from, reports);
  const { hooks, rows } = deps;
  const apply = (some: readonly ReadRecord[]): Promise<AppliedRecords> =>
    deps.changes.run({ organizationId: place.organizationId, by: nobody }, (work) =>
      applyRecords(
        { hooks, rows, work, from, checkLatest: () => requireLatest(message.isLatest) },
        { epoch: message.epoch, records: some },
      ),
    );
  return applyDespiteBad(apply, records);
}

/** So many at once as come in one message. */
const releasedAtOnce = 200;

/** How something is: the last word counts, and a later one may have come already. */
const isState = ({ kind }: EdgeRecordBody): boolean => kind === 'streamStatus' || kind === 'cameraParts';

async function release(deps: LinkDeps, place: EdgeRef, cameraId: string): Promise<void> {
  const { hooks, rows, changes } = deps;
  const from = { ...place, receivedAt: new Date(deps.clock()) };
  const isReported = await deps.database.withOrganization(place.organizationId, (trx) =>
    unknownCameras.isReported(trx, place, cameraId),
  );
  const isNew = (record: ReadRecord): boolean => !isReported || !('body' in record) || !isState(record.body);
  const releaseSome = async (): Promise<number> => {
    const waiting = await deps.database.withOrganization(place.organizationId, (trx) =>
      unknownCameras.findHeld(trx, place, { cameraId, limit: releasedAtOnce }),
    );
    await hooks.prepareEvents(
      from,
      reportsOf(readRecords(waiting.map(({ atUtcMs, body }) => ({ sequence: 1, atUtcMs, body })))),
    );
    return changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
      const taken = await unknownCameras.takeHeld(work.trx, place, { cameraId, limit: releasedAtOnce });
      const records = readRecords(taken.map(({ atUtcMs, body }, index) => ({ sequence: index + 1, atUtcMs, body })));
      await applyHeld({ hooks, rows, work, from }, newId(), records.filter(isNew));
      return taken.length;
    });
  };
  while ((await releaseSome()) === releasedAtOnce);
}

/** Some of what a core must be told. */
export interface OperationsToSend {
  operations: Operation[];
  /** Sequence up to which everything was looked at. */
  reached: number;
  /** There is more after these. */
  isMore: boolean;
}

/**
 * So many at most are read in one transaction and held in memory: the first leave while the next are read, and none of many is taken for
 * lost, and sent once more, while the others are still being read.
 */
const sentAtOnce = 64;

async function operationsToSend(deps: LinkDeps, place: EdgeRef, after: number): Promise<OperationsToSend> {
  const at = new Date(deps.clock());
  return deps.changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
    const pending = await deps.rows.operationsToSend(work.trx, place, { after, at, limit: sentAtOnce });
    if (pending.length === 0) return { operations: [], reached: after, isMore: false };
    const { kinds, locationId } = await deps.rows.contentOf(work.trx, place);
    const core = { ...place, kinds: new Set(kinds) };
    const desired = await deps.entities.desired(work.trx, core, pending);
    const operations = pending.flatMap(({ sequence, entity, entityId, revision }): Operation[] => {
      const found = desired.get(entityKey(entity, entityId));
      // A newer version may have written of what this one does not know.
      if (found === undefined) return [];
      // It may be past the one of the operation by now.
      const reached = Math.max(revision, found?.revision ?? 0);
      return [{ sequence, entity, entityId, revision: reached, desired: found?.content ?? null }];
    });
    const sequences = pending.map(({ sequence }) => sequence);
    const published = await deps.rows.markPublished(work.trx, place, { sequences, at });
    if (published > 0)
      await work.announce({
        kind: 'edges.changed',
        edgeId: place.edgeId,
        locationId,
      });
    return { operations, reached: Math.max(after, ...sequences), isMore: pending.length === sentAtOnce };
  });
}

async function applied(
  deps: LinkDeps,
  place: EdgeRef,
  { isLatest, ...message }: { sequence: number; contentHash: string; isLatest: IsLatest },
): Promise<{ matches: boolean }> {
  return deps.changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
    const contentHash = printable(message.contentHash);
    const { reached: done, isNewest } = await deps.rows.markApplied(work.trx, place, {
      ...message,
      contentHash,
      at: new Date(deps.clock()),
    });
    requireLatest(isLatest);
    for (const { entity, ...reached } of done) await deps.entities.find(entity)?.confirm?.(work, place, reached);
    // What it held on the way says nothing of what it holds in the end.
    const { matches, locationId } = await assess(deps, work.trx, {
      place,
      contentHash: isNewest ? message.contentHash : undefined,
    });
    await work.announce({ kind: 'edges.changed', edgeId: place.edgeId, locationId });
    return { matches: matches ?? true };
  });
}

async function setCapabilities(deps: LinkDeps, place: EdgeRef, capabilities: string[]): Promise<void> {
  await deps.changes.run({ organizationId: place.organizationId, by: nobody }, async (work) => {
    const edge = await deps.rows.storeCapabilities(work.trx, place, capabilities.map(printable));
    if (!edge) return;
    // What a core is told may rest on what it can do.
    const kinds = new Set(edge.syncedKinds);
    await deps.hooks.kindsAnnounced(work, { ...place, kinds }, kinds);
    work.afterCommit(() => deps.bus.publish(operationsTopic, { edgeId: place.edgeId }));
    await work.announce({ kind: 'edges.changed', edgeId: place.edgeId, locationId: edge.locationId });
  });
}

async function noteClone(
  deps: LinkDeps,
  place: EdgeRef,
  { epoch, instanceId }: { epoch: string; instanceId: string },
): Promise<void> {
  const at = new Date(deps.clock());
  await deps.changes.run({ organizationId: place.organizationId, by: nobody }, async ({ trx, audit }) => {
    // Not a record of the core itself: numbered by time, so that it cannot meet one of its sequences.
    await deps.rows.insertNotices(trx, place, [
      { epoch, sequence: at.getTime(), at, receivedAt: at, code: 'core_cloned', detail: `instance ${instanceId}` },
    ]);
    await audit({ action: 'core.cloned', entityKind: 'edge', entityId: place.edgeId, data: { instanceId } });
  });
}

async function unlinkSilent(deps: LinkDeps, silentMs: number, isLocal: (edgeId: string) => boolean): Promise<void> {
  const since = new Date(deps.clock() - silentMs);
  for (const organizationId of await deps.rows.organizationsWithEdges(deps.database)) {
    const silent = await deps.database.withOrganization(organizationId, (trx) =>
      deps.rows.silentEdges(trx, organizationId, since),
    );
    for (const edgeId of silent.filter((id) => !isLocal(id))) {
      await deps.changes.run({ organizationId, by: nobody }, (work) =>
        unlink(deps, work, { organizationId, edgeId, isServers: silentMs === 0 }),
      );
    }
  }
}

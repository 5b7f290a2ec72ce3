import type { CoreUpdate, EdgeSoftware } from '@sightline/contracts/edge-releases/edge-release';
import type { CoreSoftware } from '@sightline/contracts/edge-releases/core-software';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Permission } from '@sightline/contracts/shared/permissions';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ByteAnswer } from '../../platform/http/mount.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { awayCode, findServingEdge, requireEdge, type ServingEdge } from '../edges/edges.public.ts';
import { presentUpdate } from './edge-releases.presenter.ts';
import { findRelease, holdRelease, type EdgeReleaseRow } from './edge-releases.repository.ts';
import * as repository from './core-updates.repository.ts';
import { rollOutOfCore } from './roll-outs.repository.ts';
import { announceUpdate, giveTicket, isUpdatable, orderOf, requireFit } from './update-rules.ts';
import { askForLook, holdUpdates } from './update-work.repository.ts';

/** What updating cores needs from the rest of the server. */
export interface CoreUpdatesDeps {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  jobs: Jobs;
  edges: EdgeCommands;
  clock: Clock;
}

/** What the column holds; a core that says more is wrong anyway. */
const longestGapMs = 2_147_483_647;

/** Which version runs on which core. */
export type CoreUpdatesService = ReturnType<typeof createCoreUpdatesService>;

/** Asks cores to change their software. What becomes of it they report themselves. */
export function createCoreUpdatesService(deps: CoreUpdatesDeps) {
  return {
    software: (actor: MemberActor, edgeId: string): Promise<EdgeSoftware> => software(deps, actor, edgeId),
    update: async (actor: MemberActor, edgeId: string, releaseId: string): Promise<CoreUpdate> => {
      await find(deps, { actor, permission: 'CoreEdit' }, edgeId);
      const release = await deps.database.withOrganization(actor.organizationId, (trx) =>
        findRelease(trx, actor.organizationId, releaseId),
      );
      if (!release) throw new AppError('not_found');
      const edge = await requireUpdatable(deps, actor, edgeId);
      const told = edge.isLinked ? await askIfLinked(deps, actor, edgeId) : null;
      if (told !== null) requireFit(release, told);
      return begin(deps, { actor, edge }, { version: release.version, release, isQueued: told === null });
    },
    rollBack: async (actor: MemberActor, edgeId: string): Promise<CoreUpdate> => {
      const edge = await requireUpdatable(deps, actor, edgeId);
      if (!edge.isLinked) throw new AppError(awayCode(edge));
      const { previous } = await ask(deps, actor, edgeId);
      if (previous === null) throw new AppError('core_update_no_previous');
      return begin(deps, { actor, edge }, { version: previous, release: null, isQueued: false });
    },
    cancel: (actor: MemberActor, edgeId: string): Promise<Record<string, never>> => cancel(deps, actor, edgeId),
    /** A package, or the rest of it, for the core that has the token. */
    file: (releaseId: string, asked: { token: string; range: string | undefined }): Promise<ByteAnswer> =>
      file(deps, releaseId, asked),
  };
}

async function cancel(deps: CoreUpdatesDeps, actor: MemberActor, edgeId: string): Promise<Record<string, never>> {
  const { organizationId } = actor;
  const place = { organizationId, edgeId };
  const edge = await find(deps, { actor, permission: 'CoreEdit' }, edgeId);
  const row = await deps.database.withOrganization(organizationId, (trx) => repository.latestUpdate(trx, place));
  if (!row || !repository.isOpen(row.state)) return {};
  if (await cancelUntold(deps, { actor, edge, updateId: row.id })) return {};
  // A machine that is not let in any more says nothing of it, and its update would keep the package from being deleted.
  const isRevoked = edge.revokedAt !== null;
  if (!edge.isLinked && !isRevoked) throw new AppError(awayCode(edge));
  // One that is updated by hand by now has none under way.
  if (isUpdatable(edge) && !isRevoked)
    await deps.edges.request({ ...place, command: 'software.cancel', body: { updateId: row.id } });
  // A machine that took the place of another knows nothing of its updates: nobody else would end them.
  await deps.changes.run({ organizationId, by: actor }, async (work) => {
    const change = { state: 'cancelled', cause: 'core_update_cancelled', changedAt: new Date(deps.clock()) } as const;
    const changed = await repository.endUpdate(work.trx, { ...place, updateId: row.id }, change);
    await repository.deleteTickets(work.trx, organizationId, row.id);
    await work.audit({ action: 'core.update-cancel', entityKind: 'edge', entityId: edgeId });
    if (changed) await announceUpdate(work, edge, changed);
  });
  return {};
}

/** An update ends without its core while that was not told of it, or is away and never said that it has it. */
const cancelUntold = (
  deps: CoreUpdatesDeps,
  { actor, edge, updateId }: { actor: MemberActor; edge: ServingEdge; updateId: string },
): Promise<boolean> =>
  deps.changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
    const place = { organizationId: actor.organizationId, edgeId: edge.id, updateId };
    const changedAt = new Date(deps.clock());
    const isEnded =
      (await repository.endUntold(work.trx, place, changedAt)) ||
      (!edge.isLinked &&
        (await repository.endUnanswered(work.trx, place, { state: 'cancelled', changedAt })) !== undefined);
    if (!isEnded) return false;
    await repository.deleteTickets(work.trx, place.organizationId, updateId);
    await work.audit({ action: 'core.update-cancel', entityKind: 'edge', entityId: edge.id });
    const row = await repository.findUpdate(work.trx, place, updateId);
    if (row) await announceUpdate(work, edge, row);
    return true;
  });

/** Null when the link has just ended: then it is told later, like one that was offline. */
const askIfLinked = (deps: CoreUpdatesDeps, actor: MemberActor, edgeId: string): Promise<CoreSoftware | null> =>
  ask(deps, actor, edgeId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'core_offline') return null;
    throw error;
  });

const ask = (deps: CoreUpdatesDeps, { organizationId }: MemberActor, edgeId: string): Promise<CoreSoftware> =>
  deps.edges.request({ organizationId, edgeId, command: 'software.status', body: {} });

function find(
  deps: CoreUpdatesDeps,
  { actor, permission }: { actor: MemberActor; permission: Permission },
  edgeId: string,
): Promise<ServingEdge> {
  const { organizationId } = actor;
  return deps.database.withOrganization(organizationId, async (trx) =>
    requireEdge(actor, await findServingEdge(trx, organizationId, edgeId), permission),
  );
}

async function requireUpdatable(deps: CoreUpdatesDeps, actor: MemberActor, edgeId: string): Promise<ServingEdge> {
  const edge = await find(deps, { actor, permission: 'CoreEdit' }, edgeId);
  if (edge.revokedAt !== null) throw new AppError('core_pairing_revoked');
  if (!isUpdatable(edge)) throw new AppError('core_update_by_hand');
  return edge;
}

async function software(deps: CoreUpdatesDeps, actor: MemberActor, edgeId: string): Promise<EdgeSoftware> {
  const { organizationId } = actor;
  const edge = await find(deps, { actor, permission: 'CoreView' }, edgeId);
  const { update, rollOut } = await deps.database.withOrganization(organizationId, async (trx) => ({
    update: await repository.latestUpdate(trx, { organizationId, edgeId }),
    rollOut: await rollOutOfCore(trx, { organizationId, edgeId }),
  }));
  // Without an answer the page still says what is known here.
  const told = edge.isLinked && isUpdatable(edge) ? await ask(deps, actor, edgeId).catch(() => null) : null;
  return {
    version: edge.version,
    isUpdatable: isUpdatable(edge),
    software: told,
    update: update ? presentUpdate(update) : null,
    rollOut: rollOut ?? null,
  };
}

interface Request {
  version: string;
  /** Null: the version of before, which the core has. */
  release: EdgeReleaseRow | null;
  /** The core is told when it has its link. */
  isQueued: boolean;
}

async function begin(
  deps: CoreUpdatesDeps,
  { actor, edge }: { actor: MemberActor; edge: ServingEdge },
  request: Request,
): Promise<CoreUpdate> {
  const { clock, edges } = deps;
  const [updateId, at] = [newId(), new Date(clock())];
  const place = { organizationId: actor.organizationId, edgeId: edge.id };
  const { version, release } = request;
  const times = {
    requestedAt: at,
    changedAt: at,
    sentAt: request.isQueued ? null : at,
    takenAt: request.isQueued ? null : at,
  };
  const row = {
    ...place,
    id: updateId,
    releaseId: release?.id ?? null,
    version,
    state: 'waiting' as const,
    requestedBy: actor.userId,
    ...times,
  };
  const token = await writeUpdate(deps, { actor, edge, row }, request);
  const begun = presentUpdate({ ...row, progress: 0, cause: null, recordingGapMs: null });
  if (request.isQueued) return begun;
  try {
    await (release
      ? edges.request({ ...place, command: 'software.update', body: orderOf(release, updateId, token) })
      : edges.request({ ...place, command: 'software.rollBack', body: { updateId } }));
  } catch (error) {
    await giveUp(deps, { actor, edge, updateId }, error instanceof AppError ? error.code : 'internal');
    throw error;
  }
  return begun;
}

type NewUpdate = Parameters<typeof repository.insertUpdate>[1];

/** Writes an update that begins; answers the token for its package. */
const writeUpdate = (
  { changes, jobs }: CoreUpdatesDeps,
  { actor, edge, row }: { actor: MemberActor; edge: ServingEdge; row: NewUpdate },
  { release, version, isQueued }: Request,
): Promise<string> =>
  changes.run({ organizationId: actor.organizationId, by: actor }, async (work) => {
    // Held first, so that no roll-out takes the core at the same moment.
    await holdUpdates(work.trx, actor.organizationId);
    await askForLook({ jobs, trx: work.trx }, actor.organizationId);
    const rollOut = await rollOutOfCore(work.trx, row);
    if (rollOut && rollOut.coreState !== 'failed' && rollOut.coreState !== 'updated')
      throw new AppError('core_in_roll_out', { rollOutId: rollOut.id });
    // Its core may just have been asked for seconds: meanwhile somebody may have deleted the package.
    const about = { organizationId: row.organizationId, releaseId: release?.id ?? '' };
    if (release && !(await holdRelease(work.trx, about, 'kept'))) throw new AppError('not_found');
    await repository.endForgotten(work.trx, row, row.requestedAt);
    if (!(await repository.insertUpdate(work.trx, row))) throw new AppError('core_update_running');
    await work.audit({
      action: release ? 'core.update-software' : 'core.roll-back',
      entityKind: 'edge',
      entityId: edge.id,
      data: { version },
    });
    await announceUpdate(work, edge, { state: 'waiting', version });
    // Whoever is told later gets a token then.
    return release && !isQueued
      ? giveTicket(
          work,
          { organizationId: row.organizationId, updateId: row.id, releaseId: release.id },
          row.requestedAt,
        )
      : '';
  });

/** The core was not reached, or refused: a core that took it nevertheless reports so, and that counts. */
async function giveUp(
  { changes, clock }: CoreUpdatesDeps,
  asked: { actor: MemberActor; edge: ServingEdge; updateId: string },
  cause: ErrorCode,
): Promise<void> {
  const { actor, edge, updateId } = asked;
  const place = { organizationId: actor.organizationId, edgeId: edge.id, updateId };
  await changes.run({ organizationId: place.organizationId, by: actor }, async (work) => {
    const changed = await repository.endUpdate(work.trx, place, {
      state: 'failed',
      cause,
      changedAt: new Date(clock()),
    });
    if (changed) await announceUpdate(work, edge, changed);
  });
}

/** Stores how far an update is, as its core says; false when it is not one of this core. */
export async function applySoftwareState(
  work: ChangeWork,
  from: { organizationId: string; edgeId: string; receivedAt: Date },
  body: Extract<EdgeRecordBody, { kind: 'softwareState' }>,
): Promise<boolean> {
  const { updateId, state, progress, cause, recordingGapMs } = body;
  const edge = await findServingEdge(work.trx, from.organizationId, from.edgeId);
  const before = edge && (await repository.findUpdate(work.trx, from, updateId));
  if (!before) return false;
  // What ended here stays ended: it may have made room for another one.
  if (repository.isOpen(state) && !repository.isOpen(before.state) && !(await wasUnanswered(work.trx, from, before)))
    return true;
  const gapMs = recordingGapMs === null ? null : Math.min(recordingGapMs, longestGapMs);
  const row = await repository.changeUpdate(
    work.trx,
    { ...from, updateId },
    { state, progress, cause, recordingGapMs: gapMs, changedAt: from.receivedAt },
  );
  if (!row) return false;
  if (!repository.isOpen(state)) await repository.deleteTickets(work.trx, from.organizationId, updateId);
  await announceUpdate(work, edge, row);
  return true;
}

/** Its core did not answer in time, and took it nevertheless: it is under way, and must be seen and cancelled. */
async function wasUnanswered(
  trx: ChangeWork['trx'],
  from: repository.EdgeOf,
  { id, state, cause }: repository.CoreUpdateRow,
): Promise<boolean> {
  if (repository.isOpen(state) || (cause !== 'core_timeout' && cause !== 'core_offline')) return false;
  return (await repository.latestUpdate(trx, from))?.id === id;
}

async function file(
  { database, blobs, clock }: CoreUpdatesDeps,
  releaseId: string,
  { token, range }: { token: string; range: string | undefined },
): Promise<ByteAnswer> {
  const ticket = await repository.findTicket(database, token, new Date(clock()));
  if (ticket?.releaseId !== releaseId) throw new AppError('not_found');
  const release = await database.withOrganization(ticket.organizationId, (trx) =>
    findRelease(trx, ticket.organizationId, releaseId),
  );
  const info = release && (await blobs.stat(release.blobKey));
  if (!release || !info) throw new AppError('not_found');
  const start = Number(/^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1] ?? 0);
  const end = info.bytes - 1;
  if (start > end)
    return { status: 416, headers: { 'content-range': `bytes */${String(info.bytes)}` }, body: new Uint8Array() };
  const headers = {
    'content-length': String(info.bytes - start),
    'content-range': `bytes ${String(start)}-${String(end)}/${String(info.bytes)}`,
  };
  return { status: 206, headers, body: blobs.stream(release.blobKey, { start, end }) };
}

import type { CoreUpdate, EdgeSoftware } from '@sightline/contracts/core-releases/core-release';
import type { CoreSoftware } from '@sightline/contracts/core-releases/core-software';
import type { EdgeRecordBody } from '@sightline/contracts/link/link-records';
import { AppError, type ErrorCode } from '@sightline/contracts/shared/errors';
import type { Permission } from '@sightline/contracts/shared/permissions';
import { compareVersions, requireFitForMachine } from '@sightline/domain/core-releases/package-rules';
import { randomBytes } from 'node:crypto';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes, ChangeWork } from '../../platform/database/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import type { ByteAnswer } from '../../platform/http/mount.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { EdgeCommands } from '../../platform/link/edge-commands.ts';
import { findServingEdge, requireEdge, type ServingEdge } from '../edges/edges.public.ts';
import { presentUpdate } from './core-releases.presenter.ts';
import { findRelease, type CoreReleaseRow } from './core-releases.repository.ts';
import * as repository from './core-updates.repository.ts';

/** What updating cores needs from the rest of the server. */
export interface CoreUpdatesParts {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  edges: EdgeCommands;
  clock: Clock;
}

/** A site with a slow line may take days for a package. */
const ticketMs = 7 * 86_400_000;

/** What the column holds; a core that says more is wrong anyway. */
const longestGapMs = 2_147_483_647;

/** Whether the core was started by its launcher. */
const isUpdatable = ({ capabilities }: ServingEdge): boolean => capabilities.includes('update');

/** Which version runs on which core. */
export type CoreUpdatesService = ReturnType<typeof createCoreUpdatesService>;

/** Asks cores to change their software. What becomes of it they report themselves. */
export function createCoreUpdatesService(parts: CoreUpdatesParts) {
  return {
    software: (actor: MemberActor, edgeId: string): Promise<EdgeSoftware> => software(parts, actor, edgeId),
    update: async (actor: MemberActor, edgeId: string, releaseId: string): Promise<CoreUpdate> => {
      await find(parts, { actor, permission: 'CoreEdit' }, edgeId);
      const release = await parts.database.withOrganization(actor.organizationId, (trx) => findRelease(trx, actor.organizationId, releaseId));
      if (!release) throw new AppError('not_found');
      const edge = await requireUpdatable(parts, actor, edgeId);
      requireFit(release, await ask(parts, actor, edgeId));
      return begin(parts, { actor, edge }, { version: release.version, release });
    },
    rollBack: async (actor: MemberActor, edgeId: string): Promise<CoreUpdate> => {
      const edge = await requireUpdatable(parts, actor, edgeId);
      const { previous } = await ask(parts, actor, edgeId);
      if (previous === null) throw new AppError('core_update_no_previous');
      return begin(parts, { actor, edge }, { version: previous, release: null });
    },
    cancel: (actor: MemberActor, edgeId: string): Promise<Record<string, never>> => cancel(parts, actor, edgeId),
    /** A package, or the rest of it, for the core that has the token. */
    file: (releaseId: string, asked: { token: string; range: string | undefined }): Promise<ByteAnswer> => file(parts, releaseId, asked),
  };
}

async function cancel(parts: CoreUpdatesParts, actor: MemberActor, edgeId: string): Promise<Record<string, never>> {
  const { organizationId } = actor;
  const place = { organizationId, edgeId };
  const edge = await find(parts, { actor, permission: 'CoreEdit' }, edgeId);
  if (!edge.isLinked) throw new AppError('core_offline');
  const row = await parts.database.withOrganization(organizationId, (trx) => repository.latestUpdate(trx, place));
  if (!row || !repository.isOpen(row.state)) return {};
  // One that is updated by hand by now has none under way.
  if (isUpdatable(edge)) await parts.edges.request({ ...place, command: 'software.cancel', body: { updateId: row.id } });
  // A machine that took the place of another knows nothing of its updates: nobody else would end them.
  await parts.changes.run({ organizationId, by: actor }, async (work) => {
    const change = { state: 'cancelled', cause: 'core_update_cancelled', changedAt: new Date(parts.clock()) } as const;
    const changed = await repository.endUpdate(work.trx, { ...place, updateId: row.id }, change);
    await repository.deleteTickets(work.trx, organizationId, row.id);
    await work.audit({ action: 'core.update-cancel', entityKind: 'edge', entityId: edgeId });
    if (changed) await announce(work, edge, changed);
  });
  return {};
}

const ask = (parts: CoreUpdatesParts, { organizationId }: MemberActor, edgeId: string): Promise<CoreSoftware> =>
  parts.edges.request({ organizationId, edgeId, command: 'software.status', body: {} });

function find(parts: CoreUpdatesParts, { actor, permission }: { actor: MemberActor; permission: Permission }, edgeId: string): Promise<ServingEdge> {
  const { organizationId } = actor;
  return parts.database.withOrganization(organizationId, async (trx) => requireEdge(actor, await findServingEdge(trx, organizationId, edgeId), permission));
}

async function requireUpdatable(parts: CoreUpdatesParts, actor: MemberActor, edgeId: string): Promise<ServingEdge> {
  const edge = await find(parts, { actor, permission: 'CoreEdit' }, edgeId);
  if (!edge.isLinked) throw new AppError('core_offline');
  if (!isUpdatable(edge)) throw new AppError('core_update_by_hand');
  return edge;
}

/** Said before anything travels; the core itself looks again. */
function requireFit({ facts, signedBy }: CoreReleaseRow, { version, platform, arch, node, dataFormat, releaseKeys }: CoreSoftware): void {
  if (compareVersions(facts.version, version) < 0) throw new AppError('core_update_older', { version: facts.version, running: version });
  requireFitForMachine(facts, { platform, arch, nodeMajor: Number(node.split('.')[0]), dataFormat });
  if (!releaseKeys.includes(signedBy)) throw new AppError('core_package_unsigned', { reason: 'core' });
}

async function software(parts: CoreUpdatesParts, actor: MemberActor, edgeId: string): Promise<EdgeSoftware> {
  const { organizationId } = actor;
  const edge = await find(parts, { actor, permission: 'CoreView' }, edgeId);
  const update = await parts.database.withOrganization(organizationId, (trx) => repository.latestUpdate(trx, { organizationId, edgeId }));
  // Without an answer the page still says what is known here.
  const told = edge.isLinked && isUpdatable(edge) ? await ask(parts, actor, edgeId).catch(() => null) : null;
  return { version: edge.version, isUpdatable: isUpdatable(edge), software: told, update: update ? presentUpdate(update) : null };
}

interface Wish {
  version: string;
  /** Null: the version of before, which the core has. */
  release: CoreReleaseRow | null;
}

async function begin(parts: CoreUpdatesParts, { actor, edge }: { actor: MemberActor; edge: ServingEdge }, wish: Wish): Promise<CoreUpdate> {
  const { changes, clock, edges } = parts;
  const { organizationId } = actor;
  const [updateId, token, at] = [newId(), randomBytes(32).toString('base64url'), new Date(clock())];
  const { version, release } = wish;
  const place = { organizationId, edgeId: edge.id };
  const row = {
    ...place,
    id: updateId,
    releaseId: release?.id ?? null,
    version,
    state: 'waiting' as const,
    requestedBy: actor.userId,
    requestedAt: at,
    changedAt: at,
  };
  await changes.run({ organizationId, by: actor }, async (work) => {
    await repository.endForgotten(work.trx, place, at);
    if (!(await repository.insertUpdate(work.trx, row))) throw new AppError('core_update_running');
    if (release)
      await repository.insertTicket(work.trx, { token, organizationId, updateId, releaseId: release.id, expiresAt: new Date(at.getTime() + ticketMs) });
    await work.audit({ action: release ? 'core.update-software' : 'core.roll-back', entityKind: 'edge', entityId: edge.id, data: { version } });
    await announce(work, edge, { state: 'waiting', version });
  });
  try {
    const path = `/api/v1/link/releases/${release?.id ?? ''}`;
    await (release
      ? edges.request({ ...place, command: 'software.update', body: { updateId, version, bytes: Number(release.bytes), sha256: release.sha256, path, token } })
      : edges.request({ ...place, command: 'software.rollBack', body: { updateId } }));
  } catch (error) {
    await giveUp(parts, { actor, edge, updateId }, error instanceof AppError ? error.code : 'internal');
    throw error;
  }
  return presentUpdate({ ...row, progress: 0, cause: null, recordingGapMs: null });
}

/** The core was not reached, or refused: a core that took it nevertheless reports so, and that counts. */
async function giveUp(
  { changes, clock }: CoreUpdatesParts,
  asked: { actor: MemberActor; edge: ServingEdge; updateId: string },
  cause: ErrorCode,
): Promise<void> {
  const { actor, edge, updateId } = asked;
  const place = { organizationId: actor.organizationId, edgeId: edge.id, updateId };
  await changes.run({ organizationId: place.organizationId, by: actor }, async (work) => {
    const changed = await repository.endUpdate(work.trx, place, { state: 'failed', cause, changedAt: new Date(clock()) });
    if (changed) await announce(work, edge, changed);
  });
}

const shownStates = { updated: 'installed', rolledBack: 'failed', failed: 'failed', cancelled: 'failed' } as const;

async function announce(
  work: ChangeWork,
  edge: { id: string; locationId: string },
  { state, version }: { state: CoreUpdate['state']; version: string },
): Promise<void> {
  const shown = state in shownStates ? shownStates[state as keyof typeof shownStates] : 'installing';
  await work.announce({ kind: 'edges.software', edgeId: edge.id, locationId: edge.locationId, state: shown, version });
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
  if (repository.isOpen(state) && !repository.isOpen(before.state) && !(await wasUnanswered(work.trx, from, before))) return true;
  const gapMs = recordingGapMs === null ? null : Math.min(recordingGapMs, longestGapMs);
  const row = await repository.changeUpdate(work.trx, { ...from, updateId }, { state, progress, cause, recordingGapMs: gapMs, changedAt: from.receivedAt });
  if (!row) return false;
  if (!repository.isOpen(state)) await repository.deleteTickets(work.trx, from.organizationId, updateId);
  await announce(work, edge, row);
  return true;
}

/** Its core did not answer in time, and took it nevertheless: it is under way, and must be seen and cancelled. */
async function wasUnanswered(trx: ChangeWork['trx'], from: repository.EdgeOf, { id, state, cause }: repository.CoreUpdateRow): Promise<boolean> {
  if (state !== 'failed' || (cause !== 'core_timeout' && cause !== 'core_offline')) return false;
  return (await repository.latestUpdate(trx, from))?.id === id;
}

async function file(
  { database, blobs, clock }: CoreUpdatesParts,
  releaseId: string,
  { token, range }: { token: string; range: string | undefined },
): Promise<ByteAnswer> {
  const ticket = await repository.findTicket(database, token, new Date(clock()));
  if (ticket?.releaseId !== releaseId) throw new AppError('not_found');
  const release = await database.withOrganization(ticket.organizationId, (trx) => findRelease(trx, ticket.organizationId, releaseId));
  const info = release && (await blobs.stat(release.blobKey));
  if (!release || !info) throw new AppError('not_found');
  const start = Number(/^bytes=(\d{1,15})-$/.exec(range ?? '')?.[1] ?? 0);
  const end = info.bytes - 1;
  if (start > end) return { status: 416, headers: { 'content-range': `bytes */${String(info.bytes)}` }, body: new Uint8Array() };
  const headers = { 'content-length': String(info.bytes - start), 'content-range': `bytes ${String(start)}-${String(end)}/${String(info.bytes)}` };
  return { status: 206, headers, body: blobs.stream(release.blobKey, { start, end }) };
}

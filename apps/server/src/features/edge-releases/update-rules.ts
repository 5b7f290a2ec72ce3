import type { CoreUpdate } from '@sightline/contracts/edge-releases/edge-release';
import type { CoreSoftware } from '@sightline/contracts/edge-releases/core-software';
import { AppError } from '@sightline/contracts/shared/errors';
import { compareVersions, requireFitForMachine } from '@sightline/domain/edge-releases/package-rules';
import { randomBytes } from 'node:crypto';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { EdgeReleaseRow } from './edge-releases.repository.ts';
import { insertTicket } from './core-updates.repository.ts';

/** A site with a slow line may take days for a package. */
const ticketMs = 7 * 86_400_000;

/** Whether the core was started by its launcher. */
export const isUpdatable = ({ capabilities }: { capabilities: readonly string[] }): boolean =>
  capabilities.includes('update');

/** Said before anything travels; the core itself looks again. */
export function requireFit(
  { facts, signedBy }: EdgeReleaseRow,
  { version, platform, arch, node, dataFormat, releaseKeys }: CoreSoftware,
): void {
  if (compareVersions(facts.version, version) < 0)
    throw new AppError('core_update_older', { version: facts.version, running: version });
  requireFitForMachine(facts, { platform, arch, nodeMajor: Number(node.split('.')[0]), dataFormat });
  if (!releaseKeys.includes(signedBy)) throw new AppError('core_package_unsigned', { reason: 'core' });
}

/** Writes the right to fetch the package of an update, and answers its token. */
export async function giveTicket(
  { trx }: ChangeWork,
  about: { organizationId: string; updateId: string; releaseId: string },
  at: Date,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await insertTicket(trx, { ...about, token, expiresAt: new Date(at.getTime() + ticketMs) });
  return token;
}

/** What a core is told of its update. */
export const orderOf = (release: EdgeReleaseRow, updateId: string, token: string) => ({
  updateId,
  version: release.version,
  bytes: Number(release.bytes),
  sha256: release.sha256,
  path: `/api/v1/link/releases/${release.id}`,
  token,
});

const shownStates = { updated: 'installed', rolledBack: 'failed', failed: 'failed', cancelled: 'failed' } as const;

/** Tells the screens how far an update is. */
export async function announceUpdate(
  work: ChangeWork,
  edge: { id: string; locationId: string },
  { state, version }: { state: CoreUpdate['state']; version: string },
): Promise<void> {
  const shown = state in shownStates ? shownStates[state as keyof typeof shownStates] : 'installing';
  await work.announce({ kind: 'edges.software', edgeId: edge.id, locationId: edge.locationId, state: shown, version });
}

import { keptPackageBytes, keptPackages } from '@sightline/contracts/edge-releases/core-package';
import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import { linkProtocol } from '@sightline/contracts/link/link';
import { AppError } from '@sightline/contracts/shared/errors';
import { requireFitForServer } from '@sightline/domain/edge-releases/package-rules';
import { readPackage } from '@sightline/node-io/edge-releases/read-package';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { presentRelease } from './edge-releases.presenter.ts';
import { insertRelease, keptReleases, lockReleases, type NewEdgeRelease } from './edge-releases.repository.ts';
import { writeDraft } from './package-draft.ts';
import { PackageParts, type PackagePart } from './package-parts.ts';

/** What keeping packages needs from the rest of the server. */
export interface EdgeReleasesDeps {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  clock: Clock;
  /** Keys whose packages this server takes. */
  releaseKeys: readonly string[];
  /** Version of this server. */
  version: string;
}

/** How much of a package is there; `release` once it was taken. */
interface TakenPart {
  received: number;
  release: EdgeRelease | null;
}

interface WholeFile {
  draft: string;
  bytes: number;
  sha256: string;
}

const hadNoRoom: readonly string[] = ['core_releases_full', 'server_disk_full'];

/** Takes packages, in one piece or in parts, all or nothing. */
export function createPackageUploads(deps: EdgeReleasesDeps) {
  const pieces = new PackageParts(deps.blobs, deps.clock);
  const alone = oneAtATime();
  /** What has no room waits for it; what is no package is not kept. */
  const takeWhole = async (actor: MemberActor, name: string, whole: WholeFile): Promise<EdgeRelease> => {
    try {
      const release = await takePackage(deps, actor, whole);
      await pieces.remove(actor.organizationId, name);
      return release;
    } catch (error) {
      if (error instanceof AppError && !hadNoRoom.includes(error.code)) await pieces.remove(actor.organizationId, name);
      throw error;
    }
  };
  return {
    upload: (actor: MemberActor, body: AsyncIterable<Uint8Array>): Promise<EdgeRelease> =>
      alone(actor, async () => {
        await requireWelcome(deps, actor, 0);
        return upload(deps, actor, body);
      }),
    uploadPart: async (actor: MemberActor, part: PackagePart): Promise<TakenPart> => {
      // Who asks, and who begins without: nothing can go on where nothing began.
      if (part.from === null || part.from === 0) await requireWelcome(deps, actor, part.totalBytes);
      const { received, sha256, path, name } = await pieces.add(actor.organizationId, part);
      if (sha256 === null) return { received, release: null };
      const whole = { draft: path, bytes: received, sha256 };
      return { received, release: await alone(actor, () => takeWhole(actor, name, whole)) };
    },
  };
}

/** Packages are large, and are on the disk before it is known whether they are any: one of an organization at a time. */
function oneAtATime() {
  const busy = new Set<string>();
  return async <T>({ organizationId }: MemberActor, work: () => Promise<T>): Promise<T> => {
    if (busy.has(organizationId)) throw new AppError('rate_limited');
    busy.add(organizationId);
    try {
      return await work();
    } finally {
      busy.delete(organizationId);
    }
  };
}

/** Before it travels; its own length counts where it is known. */
async function requireWelcome(deps: EdgeReleasesDeps, { organizationId }: MemberActor, bytes: number): Promise<void> {
  // Without a key none can be taken: it need not even travel.
  if (deps.releaseKeys.length === 0) throw new AppError('core_package_unsigned', { reason: 'server' });
  await deps.database.withOrganization(organizationId, (trx) => requireRoom(trx, organizationId, bytes));
}

/** Packages are kept until somebody deletes them: what they take together is bounded. */
async function requireRoom(trx: Work, organizationId: string, more: number): Promise<void> {
  const { count, bytes } = await keptReleases(trx, organizationId);
  if (count >= keptPackages || bytes + more > keptPackageBytes)
    throw new AppError('core_releases_full', { count, bytes, keptPackages, keptPackageBytes });
}

async function upload(
  deps: EdgeReleasesDeps,
  actor: MemberActor,
  body: AsyncIterable<Uint8Array>,
): Promise<EdgeRelease> {
  const draft = join(deps.blobs.draftFolder, `core-release-${newId()}`);
  try {
    return await takePackage(deps, actor, { draft, ...(await writeDraft(draft, body)) });
  } finally {
    await rm(draft, { force: true });
  }
}

/** The whole file is on the disk: it becomes a release when it is one. */
async function takePackage(
  deps: EdgeReleasesDeps,
  actor: MemberActor,
  { draft, bytes, sha256 }: WholeFile,
): Promise<EdgeRelease> {
  const { blobs, changes, clock, releaseKeys, version } = deps;
  const { organizationId } = actor;
  const id = newId();
  const { manifest, signedBy } = await readPackage(createReadStream(draft), { trustedKeys: releaseKeys });
  requireFitForServer(manifest, { version, protocol: linkProtocol });
  const { files: _files, links: _links, ...facts } = manifest;
  const blobKey = `o/${organizationId}/core-releases/${id}`;
  const { platform, arch } = facts;
  const uploadedAt = new Date(clock());
  const row: NewEdgeRelease = {
    id,
    version: facts.version,
    platform,
    arch,
    bytes,
    sha256,
    signedBy,
    facts,
    blobKey,
    uploadedBy: actor.userId,
    uploadedAt,
  };
  await changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
    await lockReleases(trx, organizationId);
    await requireRoom(trx, organizationId, bytes);
    if (!(await insertRelease(trx, organizationId, row))) throw new AppError('core_release_exists');
    await audit({
      action: 'core-release.upload',
      entityKind: 'coreRelease',
      entityId: id,
      entityName: facts.version,
      data: { platform, arch, sha256, signedBy },
    });
    // In the transaction: a row without its file would be a promise to cores that nobody can keep.
    await blobs.moveIn(draft, blobKey);
  });
  return presentRelease({ ...row, organizationId });
}

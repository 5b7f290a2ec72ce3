import type { CoreRelease } from '@sightline/contracts/core-releases/core-release';
import { keptPackageBytes, keptPackages } from '@sightline/contracts/core-releases/core-package';
import { linkProtocol } from '@sightline/contracts/link/link';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { requireFitForServer } from '@sightline/domain/core-releases/package-rules';
import { readPackage } from '@sightline/node-io/core-releases/read-package';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/http/actor.ts';
import { newId } from '../../platform/ids/ids.ts';
import { presentRelease } from './core-releases.presenter.ts';
import {
  deleteRelease,
  holdRelease,
  insertRelease,
  keptReleases,
  listReleases,
  lockReleases,
  type NewCoreRelease,
} from './core-releases.repository.ts';
import { isFetched } from './core-updates.repository.ts';
import { writeDraft } from './package-draft.ts';
import { isRolledOut } from './roll-outs.repository.ts';

/** What keeping packages needs from the rest of the server. */
export interface CoreReleasesParts {
  database: Database;
  changes: Changes;
  blobs: Blobs;
  clock: Clock;
  /** Keys whose packages this server takes. */
  releaseKeys: readonly string[];
  /** Version of this server. */
  version: string;
}

/** Packages of the software of cores. */
export type CoreReleasesService = ReturnType<typeof createCoreReleasesService>;

/** Takes packages, all or nothing, and lists them; which core runs which is in `core-updates.service.ts`. */
export function createCoreReleasesService(parts: CoreReleasesParts) {
  const { database, changes, blobs } = parts;
  const uploading = new Set<string>();
  /** Packages are large, and are on the disk before it is known whether they are any: one of an organization at a time. */
  const uploadOne = async (actor: MemberActor, body: AsyncIterable<Uint8Array>): Promise<CoreRelease> => {
    if (uploading.has(actor.organizationId)) throw new AppError('rate_limited');
    // Without a key none can be taken: it need not even travel.
    if (parts.releaseKeys.length === 0) throw new AppError('core_package_unsigned', { reason: 'server' });
    uploading.add(actor.organizationId);
    try {
      // Before it travels; its own length counts when it is there.
      await database.withOrganization(actor.organizationId, (trx) => requireRoom(trx, actor.organizationId, 0));
      return await upload(parts, actor, body);
    } finally {
      uploading.delete(actor.organizationId);
    }
  };
  return {
    list: (actor: MemberActor, query: { limit: number; cursor?: string | undefined }): Promise<Page<CoreRelease>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const page = await listReleases(trx, actor.organizationId, pageRequest(query));
        return { ...page, items: page.items.map(presentRelease) };
      }),
    upload: (actor: MemberActor, body: AsyncIterable<Uint8Array>): Promise<CoreRelease> => uploadOne(actor, body),
    remove: async (actor: MemberActor, releaseId: string): Promise<Record<string, never>> => {
      const blobKey = await changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit }) => {
        const row = await holdRelease(trx, { organizationId: actor.organizationId, releaseId }, 'deleted');
        if (!row) throw new AppError('not_found');
        if (await isFetched(trx, actor.organizationId, { releaseId, now: new Date(parts.clock()) }))
          throw new AppError('core_update_running');
        if (await isRolledOut(trx, actor.organizationId, releaseId)) throw new AppError('core_roll_out_running');
        await deleteRelease(trx, actor.organizationId, releaseId);
        await audit({
          action: 'core-release.remove',
          entityKind: 'coreRelease',
          entityId: releaseId,
          entityName: row.version,
        });
        return row.blobKey;
      });
      await blobs.remove(blobKey);
      return {};
    },
  };
}

/** Packages are kept until somebody deletes them: what they take together is bounded. */
async function requireRoom(trx: Work, organizationId: string, more: number): Promise<void> {
  const { count, bytes } = await keptReleases(trx, organizationId);
  if (count >= keptPackages || bytes + more > keptPackageBytes)
    throw new AppError('core_releases_full', { count, bytes, keptPackages, keptPackageBytes });
}

async function upload(
  parts: CoreReleasesParts,
  actor: MemberActor,
  body: AsyncIterable<Uint8Array>,
): Promise<CoreRelease> {
  const { blobs, changes, clock, releaseKeys, version } = parts;
  const { organizationId } = actor;
  const id = newId();
  const draft = join(blobs.draftFolder, `core-release-${id}`);
  try {
    const { bytes, sha256 } = await writeDraft(draft, body);
    const { manifest, signedBy } = await readPackage(createReadStream(draft), { trustedKeys: releaseKeys });
    requireFitForServer(manifest, { version, protocol: linkProtocol });
    const { files: _files, links: _links, ...facts } = manifest;
    const blobKey = `o/${organizationId}/core-releases/${id}`;
    const { platform, arch } = facts;
    const uploadedAt = new Date(clock());
    const row: NewCoreRelease = {
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
  } finally {
    await rm(draft, { force: true });
  }
}

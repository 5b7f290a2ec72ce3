import type { EdgeRelease } from '@sightline/contracts/edge-releases/edge-release';
import { AppError } from '@sightline/contracts/shared/errors';
import type { Page } from '@sightline/contracts/shared/paging';
import { pageRequest } from '../../platform/database/page.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { presentRelease } from './edge-releases.presenter.ts';
import { deleteRelease, holdRelease, listReleases } from './edge-releases.repository.ts';
import { isFetched } from './core-updates.repository.ts';
import { createPackageUploads, type EdgeReleasesDeps } from './package-uploads.ts';
import { isRolledOut } from './roll-outs.repository.ts';

/** Packages of the software of cores. */
export type EdgeReleasesService = ReturnType<typeof createEdgeReleasesService>;

/** Takes packages, all or nothing, and lists them; which core runs which is in `core-updates.service.ts`. */
export function createEdgeReleasesService(deps: EdgeReleasesDeps) {
  const { database, changes, blobs } = deps;
  return {
    list: (actor: MemberActor, query: { limit: number; cursor?: string | undefined }): Promise<Page<EdgeRelease>> =>
      database.withOrganization(actor.organizationId, async (trx) => {
        const page = await listReleases(trx, actor.organizationId, pageRequest(query));
        return { ...page, items: page.items.map(presentRelease) };
      }),
    ...createPackageUploads(deps),
    remove: async (actor: MemberActor, releaseId: string): Promise<Record<string, never>> => {
      const blobKey = await changes.run({ organizationId: actor.organizationId, by: actor }, async ({ trx, audit }) => {
        const row = await holdRelease(trx, { organizationId: actor.organizationId, releaseId }, 'deleted');
        if (!row) throw new AppError('not_found');
        if (await isFetched(trx, actor.organizationId, { releaseId, now: new Date(deps.clock()) }))
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

import type { SharedExport } from '@sightline/contracts/exports/export-link';
import { AppError } from '@sightline/contracts/shared/errors';
import { scopeCovers, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import { createAttemptLimiter, lineOf } from '../../../platform/auth/attempt-limiter.ts';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { ByteAnswer } from '../../../platform/http/mount.ts';
import { findSharedLink } from '../../../platform/shared-links/shared-links.ts';
import type { SignedQuery } from '../../../platform/signed-urls/signed-urls.ts';
import { readMemberGrants } from '../../sessions/sessions.public.ts';
import { bytesOfExport, downloadHeader } from '../export-files.service.ts';
import { exportFileName } from '../exports.presenter.ts';
import { findExport, type ExportRow } from '../exports.repository.ts';
import { hiddenWord } from '../hidden-exports.ts';
import * as repository from './export-links.repository.ts';
import { exportLinkKind, isShareable, writeDown, type ExportLinksDeps } from './export-links.service.ts';

/** Links that open nothing, which one address may try in a minute, and openings of good ones. */
const missesPerMinute = 10;
const opensPerMinute = 120;
/** Looking again within this is the same opening. */
const sameOpeningMs = 10 * 60_000;

/** What showing shared exports needs from the rest of the server. */
export interface SharedExportsDeps extends ExportLinksDeps {
  blobs: Blobs;
}

/** Exports as those see them who hold a link, and nothing else. */
export type SharedExportsService = ReturnType<typeof createSharedExportsService>;

interface Which {
  organizationId: string;
  id: string;
}

/** Expired, revoked, forged and foreign links read alike, and nobody can try many. */
export function createSharedExportsService(deps: SharedExportsDeps) {
  const misses = createAttemptLimiter(missesPerMinute, deps.clock);
  const opens = createAttemptLimiter(opensPerMinute, deps.clock);
  return {
    open: async (token: string, address: string): Promise<SharedExport> => {
      opens.take(address);
      misses.take(address);
      const found = await findSharedLink(deps.database, { token, kind: exportLinkKind }, new Date(deps.clock()));
      if (!found) throw new AppError('not_found');
      const answer = await open(deps, found, address);
      misses.refund(address);
      return answer;
    },
    file: async (id: string, query: SignedQuery, range: string | undefined): Promise<ByteAnswer> => {
      const signedFor = deps.signer.verify(filePath(id), query, deps.clock());
      // What is signed for somebody's session opens nothing here.
      if (signedFor?.sessionId !== id) throw new AppError('not_found');
      const { organizationId } = signedFor;
      const grants = await makersGrants(deps, { organizationId, id });
      const { file } = await deps.database.withOrganization(organizationId, (trx) =>
        shown(deps, trx, { organizationId, id, grants }),
      );
      return bytesOfExport(deps.blobs, file, { range, disposition: downloadHeader(file) });
    },
  };
}

const filePath = (id: string): string => `/api/v1/media/export-links/${id}/file`;

/** What the maker of a link may do now: with that the link goes. Read before the transaction, which must not wait for one within another. */
async function makersGrants(deps: SharedExportsDeps, { organizationId, id }: Which): Promise<readonly Grant[] | null> {
  const link = await deps.database.withOrganization(organizationId, (trx) =>
    repository.findLink(trx, { organizationId, id }),
  );
  return link ? readMemberGrants(deps.database, organizationId, link.createdBy) : null;
}

/** What a link hands out as long as it may be. Throws `not_found`. */
async function shown(
  deps: SharedExportsDeps,
  trx: Work,
  { organizationId, id, grants, isHeld = false }: Which & { grants: readonly Grant[] | null; isHeld?: boolean },
): Promise<{ link: repository.ExportLinkRow; file: ExportRow }> {
  const link = await repository.findLink(trx, { organizationId, id, isHeld });
  if (!link || grants === null || link.revokedAt !== null || link.expiresAt.getTime() <= deps.clock())
    throw new AppError('not_found');
  const file = await findExport(trx, { organizationId, exportId: link.exportId });
  if (!file || !isShareable(file)) throw new AppError('not_found');
  const mayStill = scopeCovers(scopeOf(grants, 'ExportCreate'), file.entityPath);
  // A file is never made again: once the camera hides something else, it may show what nobody may see.
  if (!mayStill || link.hidden !== (await hiddenWord(trx, organizationId, file.cameraId)))
    throw new AppError('not_found');
  return { link, file };
}

async function open(deps: SharedExportsDeps, which: Which, address: string): Promise<SharedExport> {
  const { organizationId, id } = which;
  const grants = await makersGrants(deps, which);
  const by = { userId: null, sessionId: null, address };
  return deps.changes.run({ organizationId, by }, async (work) => {
    const { link, file } = await shown(deps, work.trx, { ...which, grants, isHeld: true });
    const nowMs = deps.clock();
    const from = lineOf(address);
    const isSame =
      link.lastOpenedFrom === from && link.lastOpenedAt !== null && nowMs - link.lastOpenedAt.getTime() < sameOpeningMs;
    if (!isSame) {
      await repository.updateLink(work.trx, which, {
        openCount: link.openCount + 1,
        lastOpenedAt: new Date(nowMs),
        lastOpenedFrom: from,
      });
      await writeDown(work, file.id, { action: 'export.shareOpen', linkId: id, madeBy: link.createdByName });
    }
    return {
      cameraName: file.cameraName,
      timeZone: file.timeZone,
      fromUtcMs: file.fromAt.getTime(),
      toUtcMs: file.toAt.getTime(),
      expiresAtUtcMs: link.expiresAt.getTime(),
      fileName: exportFileName(file),
      bytes: file.bytes ?? 0,
      sha256: file.sha256 ?? '',
      gaps: file.gaps.map(({ fromUtcMs, toUtcMs }) => ({ fromUtcMs, toUtcMs })),
      uncertain: file.uncertain,
      url: deps.signer.sign(filePath(id), { sessionId: id, organizationId }, nowMs),
    };
  });
}

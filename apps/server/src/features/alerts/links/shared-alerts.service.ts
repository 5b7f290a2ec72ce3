import type { SharedAlert } from '@sightline/contracts/alerts/alert-link';
import { AppError, errorCatalogue, errorCode } from '@sightline/contracts/shared/errors';
import { scopeCovers, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import { createAttemptLimiter, lineOf } from '../../../platform/auth/attempt-limiter.ts';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import type { Work } from '../../../platform/database/database.ts';
import type { ByteAnswer } from '../../../platform/http/mount.ts';
import { findSharedLink } from '../../../platform/shared-links/shared-links.ts';
import type { SignedQuery } from '../../../platform/signed-urls/signed-urls.ts';
import { bytesOfExport } from '../../exports/exports.public.ts';
import { readMemberGrants } from '../../sessions/sessions.public.ts';
import { needsOriginals } from '../alert-hiding.repository.ts';
import { findAlert, type AlertRow } from '../alerts.repository.ts';
import { askForClip, usableClip } from './alert-link-clips.ts';
import * as repository from './alert-links.repository.ts';
import { alertLinkKind, writeDown, type AlertLinksDeps } from './alert-links.service.ts';

/** Links that open nothing, which one address may try in a minute, and openings of good ones. */
const missesPerMinute = 10;
const opensPerMinute = 120;
/** Looking again within this is the same opening. */
const sameOpeningMs = 10 * 60_000;
/** A core that failed is asked again by whoever waits, but not at each look. */
const askAgainMs = 30_000;

/** What showing shared alerts needs from the rest of the server. */
export interface SharedAlertsDeps extends AlertLinksDeps {
  blobs: Blobs;
}

/** Alerts as those see them who hold a link, and nothing else. */
export type SharedAlertsService = ReturnType<typeof createSharedAlertsService>;

interface Shown {
  organizationId: string;
  link: repository.AlertLinkRow;
  alert: AlertRow;
}

/** Expired, revoked, forged and foreign links read alike, and nobody can try many. */
export function createSharedAlertsService(deps: SharedAlertsDeps) {
  const misses = createAttemptLimiter(missesPerMinute, deps.clock);
  const opens = createAttemptLimiter(opensPerMinute, deps.clock);
  return {
    open: async (token: string, address: string): Promise<SharedAlert> => {
      opens.take(address);
      misses.take(address);
      const found = await findSharedLink(deps.database, { token, kind: alertLinkKind }, new Date(deps.clock()));
      if (!found) throw new AppError('not_found');
      const answer = await open(deps, found, address);
      misses.refund(address);
      return answer;
    },
    clip: async (id: string, query: SignedQuery, range: string | undefined): Promise<ByteAnswer> => {
      const signedFor = deps.signer.verify(clipPath(id), query, deps.clock());
      if (!signedFor) throw new AppError('not_found');
      const { organizationId } = signedFor;
      const grants = await makersGrants(deps, { organizationId, id });
      const file = await deps.database.withOrganization(organizationId, async (trx) => {
        const { link } = await shown(deps, trx, { organizationId, id, grants });
        return usableClip(trx, organizationId, link);
      });
      if (!file) throw new AppError('export_not_ready');
      return bytesOfExport(deps.blobs, file, { range, disposition: 'inline; filename="alert.mp4"' });
    },
  };
}

const clipPath = (id: string): string => `/api/v1/media/alert-links/${id}/clip`;

interface Which {
  organizationId: string;
  id: string;
}

/** What the maker of a link may do now: with that the link goes. Read before the transaction, which must not wait for one within another. */
async function makersGrants(deps: SharedAlertsDeps, { organizationId, id }: Which): Promise<readonly Grant[] | null> {
  const link = await deps.database.withOrganization(organizationId, (trx) =>
    repository.findLink(trx, { organizationId, id }),
  );
  return link ? readMemberGrants(deps.database, organizationId, link.createdBy) : null;
}

/** What a link shows as long as it may be shown. Throws `not_found`. */
async function shown(
  deps: SharedAlertsDeps,
  trx: Work,
  { organizationId, id, grants, isHeld = false }: Which & { grants: readonly Grant[] | null; isHeld?: boolean },
): Promise<Shown> {
  const link = await repository.findLink(trx, { organizationId, id, isHeld });
  if (!link || grants === null || link.revokedAt !== null || link.expiresAt.getTime() <= deps.clock())
    throw new AppError('not_found');
  const alert = await findAlert(trx, organizationId, { id: link.alertId });
  if (!alert || alert.cameraId !== link.cameraId) throw new AppError('not_found');
  const mayStill = (['AlertMonitoring', 'ExportCreate'] as const).every((permission) =>
    scopeCovers(scopeOf(grants, permission), alert.entityPath),
  );
  if (!mayStill || (await needsOriginals(trx, organizationId, alert.id))) throw new AppError('not_found');
  return { organizationId, link, alert };
}

async function open(deps: SharedAlertsDeps, which: Which, address: string): Promise<SharedAlert> {
  const { organizationId, id } = which;
  const grants = await makersGrants(deps, which);
  const by = { userId: null, sessionId: null, address };
  return deps.changes.run({ organizationId, by }, async (work) => {
    const { link, alert } = await shown(deps, work.trx, { organizationId, id, grants, isHeld: true });
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
      await writeDown(
        work,
        { organizationId, alert },
        { action: 'alert.shareOpen', linkId: id, madeBy: link.createdByName },
      );
    }
    return {
      kind: alert.kind,
      cameraName: alert.cameraName,
      timeZone: alert.timeZone,
      openedAtUtcMs: alert.openedAt.getTime(),
      expiresAtUtcMs: link.expiresAt.getTime(),
      clip: await clipNow(deps, work.trx, { organizationId, link, alert }),
    };
  });
}

/** The clip, if it is here; otherwise how far it is. */
async function clipNow(
  deps: SharedAlertsDeps,
  trx: Work,
  { organizationId, link, alert }: Shown,
): Promise<SharedAlert['clip']> {
  const nowMs = deps.clock();
  const range = { fromUtcMs: link.fromAt.getTime(), toUtcMs: link.toAt.getTime() };
  const file = await usableClip(trx, organizationId, link);
  const gaps = (file?.gaps ?? []).map(({ fromUtcMs, toUtcMs }) => ({ fromUtcMs, toUtcMs }));
  if (file?.state === 'done') {
    const signedFor = { sessionId: link.id, organizationId };
    return {
      ...range,
      state: 'ready',
      failure: null,
      gaps,
      url: deps.signer.sign(clipPath(link.id), signedFor, nowMs),
    };
  }
  const isFailed = file === undefined || file.state === 'failed' || file.state === 'cancelled';
  // What was fetched before its camera was deleted is shown; nothing more comes.
  if (isFailed && alert.cameraDeletedAt !== null)
    return { ...range, state: 'failed', failure: 'alert_camera_deleted', gaps, url: null };
  const { failure, state } = await comingClip(deps, trx, { organizationId, link, file });
  return { ...range, state, failure, gaps, url: null };
}

/** How far a clip is that is not here; where nothing comes of it, its core is asked again. */
async function comingClip(
  deps: SharedAlertsDeps,
  trx: Work,
  {
    organizationId,
    link,
    file,
  }: Pick<Shown, 'organizationId' | 'link'> & { file: Awaited<ReturnType<typeof usableClip>> },
): Promise<Pick<SharedAlert['clip'], 'state' | 'failure'>> {
  const nowMs = deps.clock();
  const known = errorCode.safeParse(file?.failure ?? link.failure).data ?? null;
  const isFailed = file ? file.state === 'failed' || file.state === 'cancelled' : known !== null;
  // As long as nothing was asked for, its job waits.
  const isWorthAsking = file ? isFailed : known === null ? link.exportId !== null : errorCatalogue[known].retryable;
  const isTime = nowMs - (link.askedAt?.getTime() ?? 0) > askAgainMs;
  if (isWorthAsking && isTime && nowMs > link.toAt.getTime())
    await askForClip(trx, deps.jobs, { organizationId, linkId: link.id });
  if (file && !isFailed) return { state: 'preparing', failure: null };
  const isFinal = known !== null && !errorCatalogue[known].retryable;
  return { state: isFinal ? 'failed' : 'waiting', failure: known };
}

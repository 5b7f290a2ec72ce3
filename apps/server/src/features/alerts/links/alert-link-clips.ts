import { AppError, errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';
import { z } from 'zod';
import type { Work } from '../../../platform/database/database.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { exportHidden, hiddenExport, hiddenWord, type HiddenExportDeps } from '../../exports/exports.public.ts';
import { findAlert } from '../alerts.repository.ts';
import * as repository from './alert-links.repository.ts';

/** The last fragment of a clip is on the disk of its core so long after it was seen. */
const settleMs = 5_000;

/** Has a core make the clip of a link: from the moment that the link is made until its file is here, or it is over. */
const clipJobs = jobQueue({
  name: 'alert-link-clips',
  data: z.object({ organizationId: z.uuid(), linkId: z.uuid() }),
  retries: { limit: 500, fromSeconds: 2, toSeconds: 60 },
  isOneByOnePerKey: true,
  isUrgent: true,
});

/** Asks for the clip of a link once it is over; of a link that waits for its clip already it changes nothing but that it begins at once. */
export const askForClip = (
  trx: Work,
  jobs: Jobs,
  { organizationId, linkId, atMs }: { organizationId: string; linkId: string; atMs?: number },
): Promise<void> =>
  jobs.ask(trx, clipJobs, {
    data: { organizationId, linkId },
    key: linkId,
    organizationId,
    ...(atMs === undefined ? {} : { startAtMs: atMs + settleMs }),
  });

/** What getting clips needs from the rest of the server. */
export interface AlertLinkClipsDeps extends HiddenExportDeps {
  jobs: Jobs;
}

/** Gets clips from their cores, in every server process. */
export const startAlertLinkClips = (deps: AlertLinkClipsDeps): Promise<Worker> =>
  deps.jobs.work(clipJobs, { atOnce: 2, everySeconds: 2 }, ({ data }) =>
    getClip(deps, data.organizationId, data.linkId),
  );

/** Whether a file shows what the camera hides now, and may come yet or is here. */
export async function usableClip(
  trx: Work,
  organizationId: string,
  { exportId, hidden, cameraId }: repository.AlertLinkRow,
): ReturnType<typeof hiddenExport> {
  if (exportId === null || hidden !== (await hiddenWord(trx, organizationId, cameraId))) return undefined;
  return hiddenExport(trx, { organizationId, exportId });
}

const isOver = (state: string): boolean => state === 'failed' || state === 'cancelled';

async function getClip(deps: AlertLinkClipsDeps, organizationId: string, linkId: string): Promise<JobEnd | void> {
  const now = new Date(deps.clock());
  const place = { organizationId, id: linkId };
  const wanted = await deps.database.withOrganization(organizationId, async (trx) => {
    const link = await repository.findLink(trx, place);
    if (!link || link.revokedAt !== null || link.expiresAt <= now) return null;
    const file = await usableClip(trx, organizationId, link);
    if (file && !isOver(file.state)) return null;
    const alert = await findAlert(trx, organizationId, { id: link.alertId });
    // Of a camera that was deleted nothing comes any more; the link says so.
    if (alert?.cameraId !== link.cameraId || alert.cameraDeletedAt !== null) return null;
    await repository.updateLink(trx, place, { askedAt: now });
    return { link, edgeId: alert.edgeId, hidden: await hiddenWord(trx, organizationId, link.cameraId) };
  });
  if (wanted === null) return undefined;
  const { link, edgeId, hidden } = wanted;
  try {
    const exportId = await exportHidden(deps, {
      organizationId,
      cameraId: link.cameraId,
      edgeId,
      fromUtcMs: link.fromAt.getTime(),
      toUtcMs: link.toAt.getTime(),
      createdBy: link.createdBy,
    });
    await deps.database.withOrganization(organizationId, (trx) =>
      repository.updateLink(trx, place, { exportId, hidden, failure: null }),
    );
    return undefined;
  } catch (error) {
    const failure: ErrorCode = error instanceof AppError ? error.code : 'internal';
    await deps.database.withOrganization(organizationId, (trx) =>
      repository.updateLink(trx, place, { exportId: null, failure }),
    );
    if (!(error instanceof AppError)) throw error;
    return { kind: errorCatalogue[failure].retryable ? 'again' : 'dead', reason: failure };
  }
}

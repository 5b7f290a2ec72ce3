import type { AlertLink, NewAlertLink } from '@sightline/contracts/alerts/alert-link';
import { AppError } from '@sightline/contracts/shared/errors';
import { mayAt } from '../../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { Changes, ChangeWork } from '../../../platform/database/changes.ts';
import { newId } from '../../../platform/ids/ids.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { findReaders } from '../../../platform/mail/mail-readers.ts';
import { addSharedLink, newLinkToken, removeSharedLink } from '../../../platform/shared-links/shared-links.ts';
import { namedInAudit } from '../alert-audit-name.ts';
import { needsOriginals } from '../alert-hiding.repository.ts';
import { clipOf } from '../alerts.presenter.ts';
import type { AlertRow } from '../alerts.repository.ts';
import { toldAlert, type AlertsDeps } from '../alerts.service.ts';
import { askForClip } from './alert-link-clips.ts';
import * as repository from './alert-links.repository.ts';

/** By which tokens of these links are told from others. */
export const alertLinkKind = 'alert';

const hourMs = 3_600_000;
const mostAtOnce = 20;

/** What links need from the rest of the server. */
export interface AlertLinksDeps extends AlertsDeps {
  changes: Changes;
  jobs: Jobs;
}

/** Links to the clips of alerts, as those manage them who may see the alert. */
export type AlertLinksService = ReturnType<typeof createAlertLinksService>;

/** Makes, lists and revokes links to the clips of alerts. */
export function createAlertLinksService(deps: AlertLinksDeps) {
  return {
    create: (actor: MemberActor, alertId: string, { hours }: { hours: number }): Promise<NewAlertLink> =>
      deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        create(deps, work, { actor, alertId, hours }),
      ),
    list: (actor: MemberActor, alertId: string): Promise<{ items: AlertLink[] }> =>
      deps.database.withOrganization(actor.organizationId, async (trx) => {
        const alert = await toldAlert(trx, actor, { id: alertId });
        const rows = await repository.linksOfAlert(trx, actor.organizationId, alertId);
        return { items: rows.map((row) => presentLink(row, actor, alert)) };
      }),
    revoke: (actor: MemberActor, alertId: string, id: string): Promise<AlertLink> =>
      deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        revoke(deps, work, { actor, alertId, id }),
      ),
  };
}

const mayShare = (actor: MemberActor, { entityPath }: AlertRow): boolean => mayAt(actor, 'ExportCreate', entityPath);
const mayRevoke = (actor: MemberActor, alert: AlertRow, row: repository.AlertLinkRow): boolean =>
  row.createdBy === actor.userId || mayShare(actor, alert);

const presentLink = (row: repository.AlertLinkRow, actor: MemberActor, alert: AlertRow): AlertLink => ({
  id: row.id,
  alertId: row.alertId,
  createdAtUtcMs: row.createdAt.getTime(),
  createdByName: row.createdByName,
  expiresAtUtcMs: row.expiresAt.getTime(),
  revokedAtUtcMs: row.revokedAt?.getTime() ?? null,
  revokedByName: row.revokedByName,
  openCount: row.openCount,
  lastOpenedAtUtcMs: row.lastOpenedAt?.getTime() ?? null,
  can: { revoke: row.revokedAt === null && mayRevoke(actor, alert, row) },
});

/** What may be shared of an alert: never what only those see who see originals. Throws why it may not. */
async function shareable(
  work: ChangeWork,
  actor: MemberActor,
  id: string,
): Promise<{ alert: AlertRow; cameraId: string; clip: NonNullable<ReturnType<typeof clipOf>> }> {
  // Held, so that its links are counted one after the other.
  const alert = await toldAlert(work.trx, actor, { id, isHeld: true });
  if (!mayShare(actor, alert)) throw new AppError('forbidden', { permission: 'ExportCreate' });
  const clip = clipOf(alert);
  if (clip === null || alert.cameraId === null) throw new AppError('alert_no_clip');
  if (alert.cameraDeletedAt !== null) throw new AppError('alert_camera_deleted');
  if (await needsOriginals(work.trx, actor.organizationId, id)) throw new AppError('alert_hidden');
  return { alert, cameraId: alert.cameraId, clip };
}

async function create(
  deps: AlertLinksDeps,
  work: ChangeWork,
  { actor, alertId, hours }: { actor: MemberActor; alertId: string; hours: number },
): Promise<NewAlertLink> {
  const { organizationId, userId } = actor;
  const { alert, cameraId, clip } = await shareable(work, actor, alertId);
  const now = new Date(deps.clock());
  if ((await repository.countOpenLinks(work.trx, organizationId, { alertId, now })) >= mostAtOnce)
    throw new AppError('alert_links_too_many');
  const token = newLinkToken();
  const link = {
    id: newId(),
    alertId,
    cameraId,
    fromAt: new Date(clip.fromUtcMs),
    toAt: new Date(clip.toUtcMs),
    createdBy: userId,
    createdByName: (await findReaders(work.trx, [userId]))[0]?.name ?? '',
    createdAt: now,
    expiresAt: new Date(now.getTime() + hours * hourMs),
  };
  await repository.insertLink(work.trx, organizationId, link);
  await addSharedLink(
    work.trx,
    { organizationId, kind: alertLinkKind, id: link.id },
    { token, expiresAt: link.expiresAt },
  );
  await askForClip(work.trx, deps.jobs, { organizationId, linkId: link.id, atMs: clip.toUtcMs });
  await writeDown(
    work,
    { organizationId, alert },
    { action: 'alert.share', linkId: link.id, expiresAt: link.expiresAt.toISOString() },
  );
  const row = await repository.findLink(work.trx, { organizationId, id: link.id });
  if (!row) throw new AppError('not_found');
  return { ...presentLink(row, actor, alert), token };
}

async function revoke(
  deps: AlertLinksDeps,
  work: ChangeWork,
  { actor, alertId, id }: { actor: MemberActor; alertId: string; id: string },
): Promise<AlertLink> {
  const { organizationId, userId } = actor;
  const place = { organizationId, id };
  const alert = await toldAlert(work.trx, actor, { id: alertId });
  const row = await repository.findLink(work.trx, { ...place, isHeld: true });
  if (row?.alertId !== alertId) throw new AppError('not_found');
  if (!mayRevoke(actor, alert, row)) throw new AppError('forbidden', { permission: 'ExportCreate' });
  if (row.revokedAt === null) {
    const revokedByName = (await findReaders(work.trx, [userId]))[0]?.name ?? '';
    await repository.updateLink(work.trx, place, { revokedAt: new Date(deps.clock()), revokedByName });
    await removeSharedLink(work.trx, { ...place, kind: alertLinkKind });
    await writeDown(work, { organizationId, alert }, { action: 'alert.shareEnd', linkId: id });
  }
  const after = await repository.findLink(work.trx, place);
  return presentLink(after ?? row, actor, alert);
}

/** Writes into the audit what became of a link. */
export async function writeDown(
  work: ChangeWork,
  { organizationId, alert }: { organizationId: string; alert: Pick<AlertRow, 'id' | 'number' | 'ruleName'> },
  {
    action,
    ...data
  }: { action: 'alert.share' | 'alert.shareEnd' | 'alert.shareOpen'; linkId: string } & Record<string, string>,
): Promise<void> {
  await work.audit({
    action,
    entityKind: 'alert',
    entityId: alert.id,
    ...(await namedInAudit(work.trx, organizationId, alert)),
    data,
  });
}

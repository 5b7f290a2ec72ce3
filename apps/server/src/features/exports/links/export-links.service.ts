import type { ExportLink, NewExportLink } from '@sightline/contracts/exports/export-link';
import { AppError } from '@sightline/contracts/shared/errors';
import type { MemberActor } from '../../../platform/auth/actor.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import { newId } from '../../../platform/ids/ids.ts';
import { findReaders } from '../../../platform/mail/mail-readers.ts';
import type { Mails } from '../../../platform/mail/mails.ts';
import { addSharedLink, newLinkToken, removeSharedLink } from '../../../platform/shared-links/shared-links.ts';
import { isOfOriginals } from '../export-originals.ts';
import { requireExport } from '../exports.policy.ts';
import { findExport, type ExportRow } from '../exports.repository.ts';
import type { ExportsDeps } from '../exports.service.ts';
import { hiddenWord } from '../hidden-exports.ts';
import { exportLinkMail } from './export-link-mail.ts';
import * as repository from './export-links.repository.ts';

/** By which tokens of these links are told from others. */
export const exportLinkKind = 'export';

const hourMs = 3_600_000;
const mostAtOnce = 20;

/** What links need from the rest of the server. */
export interface ExportLinksDeps extends Omit<ExportsDeps, 'edges' | 'log'> {
  mails: Mails;
  /** Where people reach this server. */
  serverUrl: () => string;
}

/** Links to the files of exports, as those manage them who may export. */
export type ExportLinksService = ReturnType<typeof createExportLinksService>;

/** How long a link works, and whom it is mailed to. */
export interface WantedLink {
  hours: number;
  emails: readonly string[];
}

/** Makes, lists and revokes links to the files of exports. */
export function createExportLinksService(deps: ExportLinksDeps) {
  return {
    create: (actor: MemberActor, exportId: string, wanted: WantedLink): Promise<NewExportLink> =>
      deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        create(deps, work, { actor, exportId, ...wanted }),
      ),
    list: (actor: MemberActor, exportId: string): Promise<{ items: ExportLink[] }> =>
      deps.database.withOrganization(actor.organizationId, async (trx) => {
        const { organizationId } = actor;
        requireExport(actor, await findExport(trx, { organizationId, exportId }));
        const rows = await repository.linksOfExport(trx, organizationId, exportId);
        return { items: rows.map(presentLink) };
      }),
    revoke: (actor: MemberActor, exportId: string, id: string): Promise<ExportLink> =>
      deps.changes.run({ organizationId: actor.organizationId, by: actor }, (work) =>
        revoke(deps, work, { actor, exportId, id }),
      ),
  };
}

// Only those list links who may export, and they may revoke.
const presentLink = (row: repository.ExportLinkRow): ExportLink => ({
  id: row.id,
  exportId: row.exportId,
  createdAtUtcMs: row.createdAt.getTime(),
  createdByName: row.createdByName,
  expiresAtUtcMs: row.expiresAt.getTime(),
  revokedAtUtcMs: row.revokedAt?.getTime() ?? null,
  revokedByName: row.revokedByName,
  openCount: row.openCount,
  lastOpenedAtUtcMs: row.lastOpenedAt?.getTime() ?? null,
  mailedTo: row.mailedTo,
  can: { revoke: row.revokedAt === null },
});

/** Whether a file is here that whoever holds a link may have: never one that shows what its camera hides. */
export const isShareable = ({ state, blobKey }: Pick<ExportRow, 'state' | 'blobKey'>): boolean =>
  state === 'done' && blobKey !== null && !isOfOriginals(blobKey);

async function create(
  deps: ExportLinksDeps,
  work: ChangeWork,
  { actor, exportId, hours, emails }: WantedLink & { actor: MemberActor; exportId: string },
): Promise<NewExportLink> {
  const { organizationId, userId } = actor;
  const file = requireExport(actor, await findExport(work.trx, { organizationId, exportId }));
  if (file.state !== 'done') throw new AppError('export_not_ready');
  if (!isShareable(file)) throw new AppError('export_shows_hidden');
  const now = new Date(deps.clock());
  if ((await repository.countOpenLinks(work.trx, organizationId, { exportId, now })) >= mostAtOnce)
    throw new AppError('export_links_too_many');
  const maker = (await findReaders(work.trx, [userId]))[0];
  const token = newLinkToken();
  const link = {
    id: newId(),
    exportId,
    hidden: await hiddenWord(work.trx, organizationId, file.cameraId),
    createdBy: userId,
    createdByName: maker?.name ?? '',
    createdAt: now,
    expiresAt: new Date(now.getTime() + hours * hourMs),
    mailedTo: [...new Set(emails)],
  };
  await repository.insertLink(work.trx, organizationId, link);
  const opens = { organizationId, kind: exportLinkKind, id: link.id };
  await addSharedLink(work.trx, opens, { token, expiresAt: link.expiresAt });
  const url = `${deps.serverUrl()}/export-video#${token}`;
  for (const to of link.mailedTo)
    await deps.mails.queue(work.trx, exportLinkMail({ to, lang: maker?.lang ?? 'en', file, link, url }));
  await writeDown(work, exportId, {
    action: 'export.share',
    linkId: link.id,
    expiresAt: link.expiresAt.toISOString(),
    mailedTo: link.mailedTo,
  });
  const row = await repository.findLink(work.trx, opens);
  if (!row) throw new AppError('not_found');
  return { ...presentLink(row), token };
}

async function revoke(
  deps: ExportLinksDeps,
  work: ChangeWork,
  { actor, exportId, id }: { actor: MemberActor; exportId: string; id: string },
): Promise<ExportLink> {
  const { organizationId, userId } = actor;
  const place = { organizationId, id };
  requireExport(actor, await findExport(work.trx, { organizationId, exportId }));
  const row = await repository.findLink(work.trx, { ...place, isHeld: true });
  if (row?.exportId !== exportId) throw new AppError('not_found');
  if (row.revokedAt === null) {
    const revokedByName = (await findReaders(work.trx, [userId]))[0]?.name ?? '';
    await repository.updateLink(work.trx, place, { revokedAt: new Date(deps.clock()), revokedByName });
    await removeSharedLink(work.trx, { ...place, kind: exportLinkKind });
    await writeDown(work, exportId, { action: 'export.shareEnd', linkId: id });
  }
  return presentLink((await repository.findLink(work.trx, place)) ?? row);
}

/** Writes into the audit what became of a link. */
export const writeDown = (
  work: ChangeWork,
  exportId: string,
  {
    action,
    ...data
  }: { action: 'export.share' | 'export.shareEnd' | 'export.shareOpen'; linkId: string } & Record<
    string,
    string | string[]
  >,
): Promise<void> => work.audit({ action, entityKind: 'export', entityId: exportId, data });

import type { AuditActionOf } from '../../platform/database/changes.ts';
import { auditDefaults } from '@sightline/contracts/audit/audit-defaults';
import { valueIn } from '@sightline/domain/texts/isolate';
import { AppError } from '@sightline/contracts/shared/errors';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { mailLayout } from '../../platform/mail/mail-layout.ts';
import { findReaders, type Reader } from '../../platform/mail/mail-readers.ts';
import { auditTexts } from './audit-texts.ts';
import { logPdf, reportPdf, type PdfRequest } from './audit-pdf.ts';
import type { AuditDeps } from './audit-parts.ts';
import * as repository from './audit.repository.ts';

const dayMs = 86_400_000;
const reportDays = 30;
const documentsPerMinute = 3;

interface Document {
  kind: 'log' | 'report';
  action: AuditActionOf<'audit'>;
  days: number;
  make: (request: PdfRequest) => Promise<Uint8Array>;
}

const log: Document = { kind: 'log', action: 'audit.mailLog', days: auditDefaults.windowDays, make: logPdf };
const report: Document = { kind: 'report', action: 'audit.mailReport', days: reportDays, make: reportPdf };

/** Documents about the audit, mailed to who asks for them. */
export function createAuditMails(deps: AuditDeps) {
  const { database, changes, clock, mails } = deps;
  const limiter = createAttemptLimiter(documentsPerMinute, clock);

  const send = async (actor: MemberActor, { kind, action, days, make }: Document): Promise<{ email: string }> => {
    limiter.take(`${kind} ${actor.userId}`);
    const { organizationId } = actor;
    const { reader, organization } = await whoAndWhere(deps, actor);
    const endMs = clock();
    const filter = { startMs: endMs - days * dayMs, endMs, events: [], users: [], orgIds: [], authProviderIds: [] };
    const content = await make({ database, place: { organizationId, filter }, reader, organization });
    const texts = auditTexts[reader.lang];
    const title = texts[`${kind}Title`](valueIn(reader.lang, organization));
    const layout = mailLayout({
      lang: reader.lang,
      title,
      paragraphs: [texts[`${kind}Mail`]],
      footnotes: [texts.footnote],
    });
    const filename = `${kind === 'log' ? 'audit-log' : 'audit-report'}-${new Date(endMs).toISOString().slice(0, 10)}.pdf`;
    await changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
      await audit({ action, entityKind: 'audit', entityId: null, data: { days } });
      const attachments = [{ filename, contentType: 'application/pdf', content }];
      await mails.queue(trx, { to: reader.email, lang: reader.lang, subject: title, ...layout, attachments });
    });
    return { email: reader.email };
  };

  return {
    sendLog: (actor: MemberActor) => send(actor, log),
    sendReport: (actor: MemberActor) => send(actor, report),
  };
}

const whoAndWhere = (
  { database }: AuditDeps,
  { organizationId, userId }: MemberActor,
): Promise<{ reader: Reader; organization: string }> =>
  database.withOrganization(organizationId, async (trx) => {
    const [reader] = await findReaders(trx, [userId]);
    if (!reader) throw new AppError('unauthenticated');
    return { reader, organization: await repository.organizationName(trx, organizationId) };
  });

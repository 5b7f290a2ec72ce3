import { scopeCovers, scopeOf } from '@sightline/domain/permissions/grant';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import type { Jobs, Worker } from '../../platform/jobs/jobs.ts';
import { mailLayout } from '../../platform/mail/mail-layout.ts';
import { findReaders, type Reader } from '../../platform/mail/mail-readers.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { readMemberGrants } from '../sessions/sessions.public.ts';
import { pushNow } from '../user-devices/user-devices.public.ts';
import { findDispatch, type DispatchRow } from './dispatch-alarms.repository.ts';
import { membersOf } from './dispatch-facts.repository.ts';
import { dispatchNoticeJobs } from './dispatch-jobs.ts';
import { dispatchText, openWords, type DispatchNotice } from './dispatch-texts.ts';

const path = '/alarm-management';
/** A notification that comes later than this is no help any more. */
const lifeMs = 30 * 60_000;

/** What telling people needs from the rest of the server. */
export interface DispatchNoticeDeps {
  database: Database;
  jobs: Jobs;
  box: SealedBox;
  clock: Clock;
  mails: Mails;
  serverUrl: () => string;
}

/** Tells people what the monitoring service does not have or does not know, in every server process. */
export const startDispatchNotices = (deps: DispatchNoticeDeps): Promise<Worker> =>
  deps.jobs.work(dispatchNoticeJobs, { everySeconds: 1 }, async ({ data }) => {
    const { organizationId, dispatchId: id, about } = data;
    const found = await deps.database.withOrganization(organizationId, async (trx) => ({
      row: await findDispatch(trx, organizationId, { id, alsoDeleted: true }),
      members: await membersOf(trx, organizationId),
    }));
    const what = found.row && noticeOf(found.row, about);
    if (!found.row || what === undefined) return;
    const userIds = await mayDispatch(deps, found.row, found.members);
    await deps.database.withOrganization(organizationId, (trx) => tell(deps, trx, { row: found.row!, what, userIds }));
  });

/** What there is to tell by now: in the meantime the service may have answered after all. */
function noticeOf(
  { delivery, cancellation, cancellationCause, uncertainTries }: DispatchRow,
  about: 'delivery' | 'cancellation',
): DispatchNotice | undefined {
  if (about === 'cancellation' && cancellation === 'accepted')
    return cancellationCause === 'noAnswer' ? 'maybeTwice' : undefined;
  if (about === 'cancellation') return cancellation === 'refused' ? 'stillComing' : undefined;
  if (delivery !== 'refused') return undefined;
  return uncertainTries > 0 ? 'maybeSent' : 'nobodySent';
}

/** Those who could dispatch there. */
async function mayDispatch(
  { database }: DispatchNoticeDeps,
  { organizationId, entityPath }: DispatchRow,
  members: readonly string[],
): Promise<string[]> {
  const userIds: string[] = [];
  for (const userId of members) {
    const grants = await readMemberGrants(database, organizationId, userId);
    if (grants && scopeCovers(scopeOf(grants, 'AlarmManagementEdit'), entityPath)) userIds.push(userId);
  }
  return userIds;
}

interface Sending {
  row: DispatchRow;
  what: DispatchNotice;
  userIds: readonly string[];
}

async function tell(deps: DispatchNoticeDeps, trx: Work, { row, what, userIds }: Sending): Promise<void> {
  const texts = { en: dispatchText('en', what, row), he: dispatchText('he', what, row) };
  for (const reader of await findReaders(trx, userIds)) {
    const notice = { texts, path, tag: `dispatch-${row.id}` };
    await pushNow(trx, deps, { userId: reader.userId, notice, urgency: 'high', lifeMs });
    await mail(deps, trx, { reader, text: texts[reader.lang] });
  }
}

async function mail(
  { mails, serverUrl }: DispatchNoticeDeps,
  trx: Work,
  { reader: { lang, email }, text }: { reader: Reader; text: { title: string; body: string } },
): Promise<void> {
  const action = { label: openWords[lang], url: `${serverUrl()}${path}` };
  const layout = mailLayout({ lang, title: text.title, paragraphs: [text.body], action });
  await mails.queue(trx, { to: email, lang, subject: text.title, ...layout });
}

import type { Grant } from '@sightline/domain/permissions/grant';
import { RepeatingJob } from '../../platform/jobs/repeating-job.ts';
import type { Log } from '../../platform/log/log.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import { readMemberGrants } from '../sessions/sessions.public.ts';
import { forgetOutages } from './weekly-figures.repository.ts';
import * as repository from './weekly-summary.repository.ts';
import { nextDue, writeWeek, type WeeklyDeps } from './weekly-summary.service.ts';

const everyMs = 10_000;
/** After a longer standstill of the server, the mail waits for the next week. */
const lateAtMostMs = 2 * 86_400_000;
const keepOutagesMs = 30 * 86_400_000;

/** Sends what is due now. */
export async function sendDueWeeks(deps: WeeklyDeps): Promise<void> {
  const { database, clock } = deps;
  for (const organizationId of await repository.organizationsDue(database, new Date(clock())))
    await sendWeek(deps, organizationId);
}

/** Sends the mails about the week when their time comes, in every server process; the plan of an organization is held by one of them. */
export const weeklySender = (deps: WeeklyDeps & { log: Log }): RepeatingJob =>
  new RepeatingJob({
    everyMs,
    work: () => sendDueWeeks(deps),
    log: deps.log,
    failure: 'mails about the week could not be sent; it is tried again',
  });

/** Mails, note and next time in one transaction: after a crash either all of it is there or nothing. */
async function sendWeek(deps: WeeklyDeps, organizationId: string): Promise<void> {
  const { database, mails, clock } = deps;
  const grantsOf = await subscribersWithGrants(deps, organizationId);
  await database.withOrganization(organizationId, async (trx) => {
    const nowMs = clock();
    if (!(await repository.holdDue(trx, organizationId, new Date(nowMs)))) return;
    const { dueAt, lastSentAt, isEnabled, weekday, hour, timeZone } = await repository.findWeekly(trx, organizationId);
    const isTime = isEnabled && dueAt !== null && nowMs - dueAt.getTime() < lateAtMostMs;
    if (isTime && grantsOf.size > 0) {
      for (const { userId, email, lang } of await findReaders(trx, [...grantsOf.keys()]))
        await mails.queue(trx, {
          to: email,
          lang,
          ...(await writeWeek(deps, trx, { organizationId, grants: grantsOf.get(userId) ?? [], lang })),
        });
      await repository.saveWeekly(trx, organizationId, {
        isEnabled,
        weekday,
        hour,
        timeZone,
        lastSentAt: new Date(nowMs),
      });
    }
    // Nothing asks for outages of weeks ago.
    await forgetOutages(trx, organizationId, new Date(nowMs - keepOutagesMs));
    const sentAt = isTime && grantsOf.size > 0 ? null : lastSentAt;
    await repository.setDue(trx, organizationId, nextDue({ weekday, hour, timeZone }, sentAt, nowMs));
  });
}

async function subscribersWithGrants(
  { database }: WeeklyDeps,
  organizationId: string,
): Promise<Map<string, readonly Grant[]>> {
  const found = new Map<string, readonly Grant[]>();
  for (const userId of await database.withOrganization(organizationId, (trx) =>
    repository.listSubscribers(trx, organizationId),
  )) {
    const grants = await readMemberGrants(database, organizationId, userId);
    if (grants) found.set(userId, grants);
  }
  return found;
}

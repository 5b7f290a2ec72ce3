import { AppError } from '@sightline/contracts/shared/errors';
import type { WeeklySummary } from '@sightline/contracts/weekly-summary/weekly-summary';
import { isTimeZone } from '@sightline/domain/time/site-days';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Changes } from '../../platform/database/changes.ts';
import type { Database, Work } from '../../platform/database/database.ts';
import { createAttemptLimiter } from '../../platform/auth/attempt-limiter.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import type { Mails } from '../../platform/mail/mails.ts';
import { nextWeekly, type WeeklyTime } from './next-week.ts';
import { figuresFor } from './weekly-figures.ts';
import { weeklyMail } from './weekly-mail.ts';
import * as repository from './weekly-summary.repository.ts';

const dayMs = 86_400_000;
const mailsPerMinute = 3;
/** A mail is never sent sooner than this after the one before, whatever is set meanwhile. */
const restMs = 6 * dayMs;

/** What the mail about the week needs from the rest of the server. */
export interface WeeklyDeps {
  database: Database;
  changes: Changes;
  clock: Clock;
  mails: Mails;
  publicUrl: () => string;
}

/** When the next mail is due: at the set time, but not twice in a week. */
export const nextDue = (time: WeeklyTime, lastSentAt: Date | null, nowMs: number): Date =>
  new Date(nextWeekly(time, lastSentAt === null ? nowMs : Math.max(nowMs, lastSentAt.getTime() + restMs)));

/** Writes the week of an organization as the holder of these grants may see it. */
export async function writeWeek(
  deps: WeeklyDeps,
  trx: Work,
  { organizationId, grants, lang }: Pick<MemberActor, 'organizationId' | 'grants'> & { lang: 'en' | 'he' },
): Promise<{ subject: string; html: string; text: string }> {
  const to = new Date(deps.clock());
  const from = new Date(to.getTime() - 7 * dayMs);
  const { organizationName: organization, timeZone } = await repository.findWeekly(trx, organizationId);
  const figures = await figuresFor(trx, { organizationId, from, to }, grants);
  return weeklyMail({ lang, organization, from, to, timeZone, url: deps.publicUrl(), figures });
}

/** The mail about the week, as its administrators set it. */
export type WeeklySummaryService = ReturnType<typeof createWeeklySummaryService>;

/** Settings, a look ahead, and the mail to oneself. Throws `time_zone_unknown`, `rate_limited`. */
export function createWeeklySummaryService(deps: WeeklyDeps) {
  const { database, changes, clock, mails } = deps;
  const limiter = createAttemptLimiter(mailsPerMinute, clock);
  const present = async (trx: Work, organizationId: string): Promise<WeeklySummary> => {
    const { isEnabled, weekday, hour, timeZone, lastSentAt, dueAt } = await repository.findWeekly(trx, organizationId);
    const subscriberCount = (await repository.listSubscribers(trx, organizationId)).length;
    const planned =
      dueAt !== null && dueAt.getTime() > clock() ? dueAt : nextDue({ weekday, hour, timeZone }, lastSentAt, clock());
    const nextAt = isEnabled ? planned.getTime() : null;
    return { isEnabled, weekday, hour, timeZone, subscriberCount, lastSentAt: lastSentAt?.getTime() ?? null, nextAt };
  };
  return {
    get: ({ organizationId }: MemberActor): Promise<WeeklySummary> =>
      database.withOrganization(organizationId, (trx) => present(trx, organizationId)),
    set: async (actor: MemberActor, input: WeeklyTime & { isEnabled: boolean }): Promise<WeeklySummary> => {
      if (!isTimeZone(input.timeZone)) throw new AppError('time_zone_unknown');
      const { organizationId } = actor;
      return changes.run({ organizationId, by: actor }, async ({ trx, audit, announce }) => {
        const { lastSentAt } = await repository.findWeekly(trx, organizationId);
        await repository.saveWeekly(trx, organizationId, input);
        await repository.setDue(trx, organizationId, nextDue(input, lastSentAt, clock()));
        await audit({
          action: 'weeklySummary.update',
          entityKind: 'organization',
          entityId: organizationId,
          data: { ...input },
        });
        await announce({ kind: 'organizations.changed' });
        return present(trx, organizationId);
      });
    },
    preview: (actor: MemberActor, lang: 'en' | 'he') =>
      database.withOrganization(actor.organizationId, (trx) => writeWeek(deps, trx, { ...actor, lang })),
    sendToMe: async (actor: MemberActor): Promise<{ email: string }> => {
      limiter.take(actor.userId);
      const { organizationId } = actor;
      return changes.run({ organizationId, by: actor }, async ({ trx, audit }) => {
        const [reader] = await findReaders(trx, [actor.userId]);
        if (!reader) throw new AppError('unauthenticated');
        const { email, lang } = reader;
        await mails.queue(trx, { to: email, lang, ...(await writeWeek(deps, trx, { ...actor, lang })) });
        await audit({ action: 'weeklySummary.sendToMe', entityKind: 'organization', entityId: organizationId });
        return { email };
      });
    },
  };
}

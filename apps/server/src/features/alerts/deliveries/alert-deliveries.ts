import { alertChannel, type AlertChannel, type AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { scopeCovers, scopeOf, type Grant } from '@sightline/domain/permissions/grant';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { ChangeWork } from '../../../platform/database/changes.ts';
import type { Database, Work } from '../../../platform/database/database.ts';
import { jobQueue, type JobEnd } from '../../../platform/jobs/job-queue.ts';
import type { Jobs, Worker } from '../../../platform/jobs/jobs.ts';
import { findReaders } from '../../../platform/mail/mail-readers.ts';
import { mailLayout } from '../../../platform/mail/mail-layout.ts';
import type { Mails } from '../../../platform/mail/mails.ts';
import type { SealedBox } from '../../../platform/secrets/sealed-box.ts';
import { readMemberGrants } from '../../sessions/sessions.public.ts';
import { pushNow } from '../../user-devices/user-devices.public.ts';
import { handlingCodes, phaseCodes, severityCodes } from '../alert-codes.ts';
import { toldAmong } from '../alert-hiding.repository.ts';
import * as repository from './alert-deliveries.repository.ts';
import { mailParts, severalText, shortText } from './alert-texts.ts';
import { alertsAt, findAlert, type AlertRow } from '../alerts.repository.ts';

/** After a person was told, more of the same place and severity is gathered this long. */
const gatherMs = 60_000;
const minuteMs = 60_000;
/** What still holds so long after it came late is news, not history. */
const stillOpenAfterMs = 15_000;
/** So often it is looked whether what is hidden came out, or what came late still holds. */
const lookEveryMs = 3_000;
/** A notification that comes later than this is about something else. */
const lifeMs = { critical: 120_000, warning: 600_000, info: 600_000 } as const;
const urgency = { critical: 'high', warning: 'normal', info: 'low' } as const;

/** Tells one person of one alert, or of several at once. */
export const alertDeliveryJobs = jobQueue({
  name: 'alert-deliveries',
  data: z.object({ organizationId: z.uuid(), deliveryId: z.uuid(), channel: alertChannel }),
  retries: { limit: 20, fromSeconds: 5, toSeconds: 600 },
  isOneByOnePerKey: true,
  isUrgent: true,
  keepsDead: true,
});

/** An alert of which people are to be told. */
export interface OpenedAlert {
  id: string;
  isLate: boolean;
  locationId: string;
  severity: number;
  receivedAt: Date;
  /** Null: nobody. */
  notify: AlertRuleInput['notify'] | null;
}

/**
 * Writes down, in the transaction of the alerts, who is told of them. What came late and is over wakes nobody; what still holds is told, and
 * wakes people only where it is critical.
 */
export async function queueDeliveries(
  { trx }: Pick<ChangeWork, 'trx'>,
  jobs: Jobs,
  { organizationId, opened }: { organizationId: string; opened: readonly OpenedAlert[] },
): Promise<void> {
  const added = await repository.addDeliveries(trx, organizationId, opened.flatMap(wantedOf));
  const first = added.filter((one) => !isEscalation(one));
  const others = added.filter(isEscalation);
  // However many wait to be told together, one job waits for all of them.
  const gatherings = Map.groupBy(first, ({ step, userId, channel, locationId, severity }) =>
    [userId, channel, locationId, severity, ...(step === 'opened' ? [] : [step])].join(':'),
  );
  for (const [key, [one]] of [...gatherings].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (one) await jobs.ask(trx, alertDeliveryJobs, jobOf(organizationId, { ...one, key }));
  await jobs.addAll(
    trx,
    alertDeliveryJobs,
    others.map((one) => ({
      ...jobOf(organizationId, { ...one, key: `${one.userId}:${one.channel}` }),
      id: one.id,
    })),
  );
}

const wantedOf = ({ id: alertId, isLate, locationId, severity, receivedAt, notify }: OpenedAlert) =>
  notify === null
    ? []
    : stepsOf(notify, isLate).flatMap(({ step, userIds, afterMs }) =>
        [...new Set(userIds)].flatMap((userId) =>
          channelsOf(notify, { isLate, severity }).map((channel) => {
            const startAtMs = receivedAt.getTime() + afterMs;
            return { alertId, step, channel, userId, locationId, severity, createdAt: receivedAt, startAtMs };
          }),
        ),
      );

const jobOf = (
  organizationId: string,
  { id, channel, key, startAtMs }: { id: string; channel: AlertChannel; key: string; startAtMs: number },
) => ({ data: { organizationId, deliveryId: id, channel }, key, organizationId, startAtMs });

/** News of an hour ago wakes people only where it is critical; who reads mail hears of all that still holds. */
function channelsOf({ channels }: AlertRuleInput['notify'], { isLate, severity }: Late): AlertChannel[] {
  const wakes = !isLate || severityCodes.fromCode(severity) === 'critical';
  return [...new Set(channels)].filter((channel) => wakes || channel !== 'push');
}

type Late = Pick<OpenedAlert, 'isLate' | 'severity'>;

interface Step {
  step: repository.Delivery['step'];
  userIds: readonly string[];
  /** How long after the alert came. */
  afterMs: number;
}

/** Who is told when: those whom the rule names, then the next as long as nobody took it. What came late is told once, and to nobody else. */
function stepsOf({ userIds, steps = [] }: AlertRuleInput['notify'], isLate: boolean): Step[] {
  if (isLate) return [{ step: 'stillOpen', userIds, afterMs: stillOpenAfterMs }];
  return [
    { step: 'opened', userIds, afterMs: 0 },
    ...steps.map((one, index) => ({
      step: `escalated${index + 1}` as const,
      userIds: one.userIds,
      afterMs: one.afterMinutes * minuteMs,
    })),
  ];
}

/** What telling people needs from the rest of the server. */
export interface AlertDeliveryDeps {
  database: Database;
  jobs: Jobs;
  box: SealedBox;
  clock: Clock;
  mails: Mails;
  serverUrl: () => string;
}

/** Tells people what waits for them, in every server process. */
export const startAlertDeliveries = (deps: AlertDeliveryDeps): Promise<Worker> =>
  deps.jobs.work(alertDeliveryJobs, { atOnce: 4, everySeconds: 2 }, ({ data }) =>
    deliver(deps, data.organizationId, data.deliveryId),
  );

interface Task {
  trx: Work;
  organizationId: string;
  delivery: Pick<repository.Delivery, 'step' | 'channel' | 'userId'>;
  /** What the person may do, now. */
  grants: readonly Grant[];
  now: Date;
}

/** Tells what it is about, with the mark that it was told in one transaction: whoever is cut off in between does all of it again. */
async function deliver(
  deps: AlertDeliveryDeps,
  organizationId: string,
  deliveryId: string,
): Promise<JobEnd | undefined> {
  const { database, clock } = deps;
  const { gathering, delivery } = await database.withOrganization(organizationId, async (trx) => {
    const together = await repository.gatheringOf(trx, organizationId, deliveryId);
    const one = together ? undefined : await repository.holdDelivery(trx, organizationId, deliveryId);
    return { gathering: together, delivery: one };
  });
  const userId = (gathering ?? delivery)?.userId;
  if (userId === undefined) return undefined;
  // Read in a transaction of its own, which must not wait for one within another.
  const grants = (await readMemberGrants(database, organizationId, userId)) ?? [];
  return database.withOrganization(organizationId, async (trx) => {
    const at = { trx, organizationId, grants, now: new Date(clock()) };
    if (gathering) {
      const waiting = await repository.holdGathered(trx, organizationId, gathering);
      return tell(deps, { ...at, delivery: gathering }, { gathering, waiting });
    }
    const held = await repository.holdDelivery(trx, organizationId, deliveryId);
    const alert = held && (await findAlert(trx, organizationId, { id: held.alertId }));
    if (!held || !alert) return undefined;
    const { channel } = held;
    const { locationId, severity } = alert;
    const waiting = [{ id: deliveryId, alertId: alert.id }];
    const place = { step: 'opened' as const, userId, channel, locationId, severity };
    return tell(deps, { ...at, delivery: held }, { gathering: place, waiting });
  });
}

const isEscalation = ({ step }: Pick<repository.Delivery, 'step'>): boolean => step.startsWith('escalated');

/** Somebody was done with it before anybody else was told, what came late is over, or the next need not be told because somebody took it. */
const isSettled = (delivery: Pick<repository.Delivery, 'step'>, { handling, phase }: AlertRow): boolean =>
  handlingCodes.fromCode(handling) === 'done' ||
  (delivery.step === 'stillOpen' && phaseCodes.fromCode(phase) === 'closed') ||
  (isEscalation(delivery) && handlingCodes.fromCode(handling) !== 'new');

/** What is hidden so far may still be seen beside what its camera hides, as long as telling it makes sense. */
const mayComeOut = ({ phase, severity, receivedAt }: AlertRow, now: Date): boolean =>
  phaseCodes.fromCode(phase) !== 'closed' &&
  now.getTime() < receivedAt.getTime() + lifeMs[severityCodes.fromCode(severity)];

interface Waiting {
  id: string;
  alertId: string;
}

/** Of what came late it may be heard any moment that it is over. */
const mayBeOver = ({ step }: Task['delivery'], { receivedAt }: AlertRow, now: Date): boolean =>
  step === 'stillOpen' && now.getTime() < receivedAt.getTime() + stillOpenAfterMs;

/** What is told now, whether something goes on waiting, and what nobody needs to be told, of what waits. */
async function sort(
  { trx, organizationId, delivery, grants, now }: Task,
  waiting: readonly Waiting[],
): Promise<{ told: { id: string; row: AlertRow }[]; isWaiting: boolean; dropped: string[] }> {
  const scope = scopeOf(grants, 'AlertMonitoring');
  const ids = waiting.map(({ alertId }) => alertId);
  const found = await alertsAt(trx, organizationId, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const shown = await toldAmong(trx, { organizationId, grants }, ids);
  const sorted = { told: [] as { id: string; row: AlertRow }[], isWaiting: false, dropped: [] as string[] };
  for (const { id, alertId } of waiting) {
    const row = rows.get(alertId);
    if (!row || !scopeCovers(scope, row.entityPath) || isSettled(delivery, row)) sorted.dropped.push(id);
    else if (mayBeOver(delivery, row, now)) sorted.isWaiting = true;
    else if (shown.has(alertId)) sorted.told.push({ id, row });
    else if (mayComeOut(row, now)) sorted.isWaiting = true;
    else sorted.dropped.push(id);
  }
  return sorted;
}

async function tell(
  deps: AlertDeliveryDeps,
  task: Task,
  { gathering, waiting }: { gathering: repository.Gathering; waiting: readonly Waiting[] },
): Promise<JobEnd | undefined> {
  const { trx, organizationId, now } = task;
  const end = (ids: string[], state: 'told' | 'merged' | 'dropped'): Promise<void> =>
    repository.endDeliveries(trx, organizationId, { ids, state, at: now });
  const { told, isWaiting, dropped } = await sort(task, waiting);
  await end(dropped, 'dropped');
  const [first, ...others] = told;
  if (first) {
    const lastMs = (await repository.toldAt(trx, organizationId, gathering))?.getTime() ?? null;
    const nextMs = lastMs === null ? 0 : lastMs + gatherMs;
    if (nextMs > now.getTime())
      return { kind: 'later', atMs: nextMs, reason: 'somebody was told of this place just now' };
    const isMore = lastMs !== null && nextMs + gatherMs > now.getTime();
    await write(deps, task, { alerts: [first.row, ...others.map(({ row }) => row)], isMore });
    await repository.noteTold(trx, organizationId, { gathering, at: now });
    await end([first.id], 'told');
    await end(
      others.map(({ id }) => id),
      'merged',
    );
  }
  if (!isWaiting) return undefined;
  return { kind: 'later', atMs: now.getTime() + lookEveryMs, reason: 'it is hidden so far, or may be over' };
}

interface Told {
  alerts: readonly [AlertRow, ...AlertRow[]];
  isMore: boolean;
}

/** Where the alerts are shown: one, or the queue. */
const pathOf = ({ alerts }: Told): string =>
  alerts.length === 1 ? `/alert/monitoring?alert=${alerts[0].id}` : '/alert/monitoring';

async function write(deps: AlertDeliveryDeps, { trx, delivery, now }: Task, told: Told): Promise<void> {
  const { channel, userId, step } = delivery;
  const { alerts } = told;
  const isLate = step === 'stillOpen';
  // What came late is of no last minute.
  const isMore = told.isMore && !isLate;
  const waitedMs = isEscalation(delivery) ? now.getTime() - alerts[0].receivedAt.getTime() : null;
  const [first] = alerts;
  const severity = severityCodes.fromCode(first.severity);
  if (channel === 'push') {
    const textIn = (lang: 'en' | 'he') =>
      alerts.length === 1 && !isMore
        ? shortText(lang, first, { isLate, waitedMs })
        : severalText(lang, alerts, { isMore, isLate });
    await pushNow(trx, deps, {
      userId,
      notice: {
        texts: { en: textIn('en'), he: textIn('he') },
        path: pathOf(told),
        tag: alerts.length === 1 ? `alert-${first.id}` : `alerts-${first.locationId}-${severity}`,
      },
      urgency: urgency[severity],
      lifeMs: lifeMs[severity],
    });
    return;
  }
  const [reader] = await findReaders(trx, [userId]);
  if (!reader) return;
  const { lang, email } = reader;
  const { title, paragraphs, label, footnote } = mailParts(lang, alerts, { isMore, isLate, waitedMs });
  const action = { label, url: `${deps.serverUrl()}${pathOf(told)}` };
  const layout = mailLayout({ lang, title, paragraphs, action, footnotes: [footnote] });
  await deps.mails.queue(trx, { to: email, lang, subject: title, ...layout });
}

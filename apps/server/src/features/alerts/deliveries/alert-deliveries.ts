import { alertChannel, type AlertChannel } from '@sightline/contracts/alert-rules/alert-rule';
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
import { repeat, stillOpenAfterMs, wantedOf, type OpenedAlert } from './wanted-deliveries.ts';
import { alertsAt, findAlert, type AlertRow } from '../alerts.repository.ts';

/** After a person was told, more of the same place and severity is gathered this long. */
const gatherMs = 60_000;
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
  await askFor(trx, jobs, { organizationId, first });
  await jobs.addAll(
    trx,
    alertDeliveryJobs,
    others.map((one) => ({
      ...jobOf(organizationId, { ...one, key: `${one.userId}:${one.channel}` }),
      id: one.id,
    })),
  );
}

/** However many wait to be told together, one job waits for all of them. */
async function askFor(
  trx: Work,
  jobs: Jobs,
  { organizationId, first }: { organizationId: string; first: readonly Gathered[] },
): Promise<void> {
  const gatherings = Map.groupBy(first, ({ step, userId, channel, locationId, severity }) =>
    [userId, channel, locationId, severity, ...(step === 'opened' ? [] : [step])].join(':'),
  );
  for (const [key, [one]] of [...gatherings].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    if (one) await jobs.ask(trx, alertDeliveryJobs, jobOf(organizationId, { ...one, key }));
}

/** What is told together with what else waits for this person. */
interface Gathered extends repository.Delivery {
  id: string;
  locationId: string;
  severity: number;
  startAtMs: number;
}

const jobOf = (
  organizationId: string,
  { id, channel, key, startAtMs }: { id: string; channel: AlertChannel; key: string; startAtMs: number },
) => ({ data: { organizationId, deliveryId: id, channel }, key, organizationId, startAtMs });

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
    const waiting = [{ id: deliveryId, alertId: alert.id, createdAt: alert.receivedAt }];
    const place = { step: 'opened' as const, userId, channel, locationId, severity };
    return tell(deps, { ...at, delivery: held }, { gathering: place, waiting });
  });
}

const isEscalation = ({ step }: Pick<repository.Delivery, 'step'>): boolean => step.startsWith('escalated');
const isOfFlood = ({ step }: Pick<repository.Delivery, 'step'>): boolean => step === 'flood';
const isRepeat = ({ step }: Pick<repository.Delivery, 'step'>): boolean => step.startsWith('repeated');

/** Somebody was done with it before anybody else was told, what came late is over, or the next need not be told because somebody took it. */
const isSettled = (delivery: Pick<repository.Delivery, 'step'>, { handling, phase }: AlertRow): boolean =>
  handlingCodes.fromCode(handling) === 'done' ||
  (delivery.step === 'stillOpen' && phaseCodes.fromCode(phase) === 'closed') ||
  ((isEscalation(delivery) || isRepeat(delivery)) && handlingCodes.fromCode(handling) !== 'new');

/** What is hidden so far may still be seen beside what its camera hides, as long as telling it makes sense. */
const mayComeOut = ({ phase, severity, receivedAt }: AlertRow, now: Date): boolean =>
  phaseCodes.fromCode(phase) !== 'closed' &&
  now.getTime() < receivedAt.getTime() + lifeMs[severityCodes.fromCode(severity)];

interface Waiting {
  id: string;
  alertId: string;
  createdAt: Date;
}

/** Of what came late it may be heard any moment that it is over. */
const mayBeOver = ({ step }: Task['delivery'], { receivedAt }: AlertRow, now: Date): boolean =>
  step === 'stillOpen' && now.getTime() < receivedAt.getTime() + stillOpenAfterMs;

interface Sorted {
  told: { id: string; row: AlertRow }[];
  /** Infinity: nothing waits. */
  againAtMs: number;
  dropped: string[];
}

/** When it may be told that nobody took an alert; 0: any time. */
const dueAtMs = (delivery: Task['delivery'], { createdAt }: Waiting): number =>
  isRepeat(delivery) ? createdAt.getTime() + repeat.everyMs : 0;

/** What is told now, when it is looked again at what goes on waiting, and what nobody needs to be told, of what waits. */
async function sort(
  { trx, organizationId, delivery, grants, now }: Task,
  waiting: readonly Waiting[],
): Promise<Sorted> {
  const scope = scopeOf(grants, 'AlertMonitoring');
  const ids = waiting.map(({ alertId }) => alertId);
  const found = await alertsAt(trx, organizationId, ids);
  const rows = new Map(found.map((row) => [row.id, row]));
  const shown = await toldAmong(trx, { organizationId, grants }, ids);
  const sorted: Sorted = { told: [], againAtMs: Infinity, dropped: [] };
  const again = (atMs: number): void => void (sorted.againAtMs = Math.min(sorted.againAtMs, atMs));
  const soonMs = now.getTime() + lookEveryMs;
  for (const one of waiting) {
    const { id, alertId } = one;
    const row = rows.get(alertId);
    const dueMs = dueAtMs(delivery, one);
    if (!row || !scopeCovers(scope, row.entityPath) || isSettled(delivery, row)) sorted.dropped.push(id);
    else if (dueMs > now.getTime()) again(dueMs);
    else if (mayBeOver(delivery, row, now)) again(soonMs);
    else if (shown.has(alertId)) sorted.told.push({ id, row });
    else if (mayComeOut(row, now)) again(soonMs);
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
  const { told, againAtMs, dropped } = await sort(task, waiting);
  await end(dropped, 'dropped');
  const [first, ...others] = told;
  if (first) {
    // Whoever hears once more of an alert, or of many at once, hears no later of a new one for that.
    const isAgain = isRepeat(task.delivery);
    const isApart = isAgain || isOfFlood(task.delivery);
    const lastMs = isApart ? null : ((await repository.toldAt(trx, organizationId, gathering))?.getTime() ?? null);
    const nextMs = lastMs === null ? 0 : lastMs + gatherMs;
    if (nextMs > now.getTime())
      return { kind: 'later', atMs: nextMs, reason: 'somebody was told of this place just now' };
    const isMore = lastMs !== null && nextMs + gatherMs > now.getTime();
    await write(deps, task, { alerts: [first.row, ...others.map(({ row }) => row)], isMore });
    if (isAgain) await repeatLater(deps, task, { gathering, alertIds: told.map(({ row }) => row.id) });
    if (!isApart) await repository.noteTold(trx, organizationId, { gathering, at: now });
    await end([first.id], 'told');
    await end(
      others.map(({ id }) => id),
      'merged',
    );
  }
  if (againAtMs === Infinity) return undefined;
  return { kind: 'later', atMs: againAtMs, reason: 'it is hidden so far, may be over, or is not due' };
}

/** What was told again is told once more after a while, as long as it makes sense. */
async function repeatLater(
  { jobs }: AlertDeliveryDeps,
  { trx, organizationId, now }: Task,
  { gathering, alertIds }: { gathering: repository.Gathering; alertIds: readonly string[] },
): Promise<void> {
  const { userId, channel, locationId, severity } = gathering;
  const count = Number(gathering.step.slice('repeated'.length));
  if (count >= repeat.times) return;
  const startAtMs = now.getTime() + repeat.everyMs;
  const next = { step: `repeated${count + 1}` as const, userId, channel, locationId, severity, startAtMs };
  const added = await repository.addDeliveries(
    trx,
    organizationId,
    alertIds.map((alertId) => ({ ...next, alertId, createdAt: now })),
  );
  await askFor(trx, jobs, { organizationId, first: added });
}

/** What was held back because somebody took an alert is told, now that this person does nothing about it. */
export async function resumeDeliveries(
  trx: Work,
  jobs: Jobs,
  { organizationId, alertId, severity, since, now }: Resumed,
): Promise<void> {
  const held = await repository.holdDroppedAgain(trx, organizationId, { alertId, since });
  const again = held.map((one) => ({ ...one, severity, startAtMs: now.getTime() }));
  const first = again.flatMap((one) =>
    isRepeat(one) && one.locationId !== null ? [{ ...one, locationId: one.locationId }] : [],
  );
  await askFor(trx, jobs, { organizationId, first });
  await jobs.addAll(
    trx,
    alertDeliveryJobs,
    again.filter(isEscalation).map((one) => jobOf(organizationId, { ...one, key: `${one.userId}:${one.channel}` })),
  );
}

/** An alert whose taking lapsed. */
interface Resumed {
  organizationId: string;
  alertId: string;
  severity: number;
  /** When it came. */
  since: Date;
  now: Date;
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
  const isFlood = isOfFlood(delivery);
  const waitedMs = isEscalation(delivery) || isRepeat(delivery) ? now.getTime() - alerts[0].receivedAt.getTime() : null;
  const [first] = alerts;
  const severity = severityCodes.fromCode(first.severity);
  if (channel === 'push') {
    const textIn = (lang: 'en' | 'he') =>
      alerts.length === 1 && !isMore && !isFlood
        ? shortText(lang, first, { isLate, waitedMs })
        : severalText(lang, alerts, { isMore, isLate, isFlood, waitedMs });
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
  const { title, paragraphs, label, footnote } = mailParts(lang, alerts, { isMore, isLate, isFlood, waitedMs });
  const action = { label, url: `${deps.serverUrl()}${pathOf(told)}` };
  const layout = mailLayout({ lang, title, paragraphs, action, footnotes: [footnote] });
  await deps.mails.queue(trx, { to: email, lang, subject: title, ...layout });
}

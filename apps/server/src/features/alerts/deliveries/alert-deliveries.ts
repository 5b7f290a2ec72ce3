import { alertChannel, type AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
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
/** What still holds so long after it came late is worth waking somebody. */
const stillOpenAfterMs = 15_000;
/** So often it is looked whether what is hidden came out. */
const hiddenEveryMs = 3_000;
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
  severity: number;
  receivedAt: Date;
  /** Null: nobody. */
  notify: AlertRuleInput['notify'] | null;
}

/** Writes down, in the transaction of the alert, who is told of it. What came late wakes nobody, unless it is critical and still holds. */
export async function queueDeliveries(
  { trx }: Pick<ChangeWork, 'trx'>,
  jobs: Jobs,
  { organizationId, opened }: { organizationId: string; opened: OpenedAlert },
): Promise<void> {
  const { id: alertId, isLate, severity, receivedAt, notify } = opened;
  if (notify === null) return;
  if (isLate && severityCodes.fromCode(severity) !== 'critical') return;
  const wanted = stepsOf(notify, isLate).flatMap(({ step, userIds, afterMs }) =>
    [...new Set(userIds)].flatMap((userId) =>
      [...new Set(notify.channels)].map((channel) => ({ alertId, step, channel, userId, afterMs })),
    ),
  );
  const added = await repository.addDeliveries(trx, organizationId, { wanted, at: receivedAt });
  await jobs.addAll(
    trx,
    alertDeliveryJobs,
    added.map(({ id, userId, channel, afterMs }) => ({
      id,
      data: { organizationId, deliveryId: id, channel },
      key: `${userId}:${channel}`,
      organizationId,
      ...(afterMs === 0 ? {} : { startAtMs: receivedAt.getTime() + afterMs }),
    })),
  );
}

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
  delivery: repository.Delivery;
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
  const userId = await database.withOrganization(
    organizationId,
    async (trx) => (await repository.holdDelivery(trx, organizationId, deliveryId))?.userId,
  );
  if (userId === undefined) return undefined;
  const grants = (await readMemberGrants(database, organizationId, userId)) ?? [];
  const scope = scopeOf(grants, 'AlertMonitoring');
  return database.withOrganization(organizationId, async (trx) => {
    const delivery = await repository.holdDelivery(trx, organizationId, deliveryId);
    const alert = delivery && (await findAlert(trx, organizationId, { id: delivery.alertId }));
    if (!delivery || !alert) return undefined;
    const task = { trx, organizationId, delivery, grants, now: new Date(clock()) };
    const maySee = (row: AlertRow): boolean => scopeCovers(scope, row.entityPath);
    const isHidden = !(await toldAmong(trx, task, [alert.id])).has(alert.id);
    if (isHidden && maySee(alert) && !isSettled(delivery, alert) && mayComeOut(alert, task.now))
      return { kind: 'later', atMs: task.now.getTime() + hiddenEveryMs, reason: 'it is hidden so far' };
    if (isHidden || !maySee(alert) || isSettled(delivery, alert)) {
      await repository.endDeliveries(trx, organizationId, { ids: [deliveryId], state: 'dropped', at: task.now });
      return undefined;
    }
    return tell(deps, task, { id: deliveryId, alert, maySee });
  });
}

const isEscalation = ({ step }: repository.Delivery): boolean => step.startsWith('escalated');

/** Somebody was done with it before anybody else was told, what came late is over, or the next need not be told because somebody took it. */
const isSettled = (delivery: repository.Delivery, { handling, phase }: AlertRow): boolean =>
  handlingCodes.fromCode(handling) === 'done' ||
  (delivery.step === 'stillOpen' && phaseCodes.fromCode(phase) === 'closed') ||
  (isEscalation(delivery) && handlingCodes.fromCode(handling) !== 'new');

/** What is hidden so far may still be seen beside what its camera hides, as long as telling it makes sense. */
const mayComeOut = ({ phase, severity, receivedAt }: AlertRow, now: Date): boolean =>
  phaseCodes.fromCode(phase) !== 'closed' &&
  now.getTime() < receivedAt.getTime() + lifeMs[severityCodes.fromCode(severity)];

async function tell(
  deps: AlertDeliveryDeps,
  task: Task,
  { id, alert, maySee }: { id: string; alert: AlertRow; maySee: (row: AlertRow) => boolean },
): Promise<JobEnd | undefined> {
  const { trx, organizationId, delivery, now } = task;
  const { userId, channel, step } = delivery;
  const { locationId, severity } = alert;
  const gathering = { userId, channel, locationId, severity };
  const lastMs = (await repository.toldAt(trx, organizationId, gathering))?.getTime() ?? null;
  const nextMs = lastMs === null ? 0 : lastMs + gatherMs;
  if (nextMs > now.getTime())
    return { kind: 'later', atMs: nextMs, reason: 'somebody was told of this place just now' };
  const waiting = step === 'opened' ? await repository.holdGathered(trx, organizationId, gathering) : [];
  const told = await toldAmong(
    trx,
    task,
    waiting.map(({ alertId }) => alertId),
  );
  // What is hidden so far goes on waiting.
  const others = waiting.filter((one) => one.id !== id && told.has(one.alertId));
  const rows = await alertsAt(
    trx,
    organizationId,
    others.map(({ alertId }) => alertId),
  );
  const together = rows.filter((row) => maySee(row) && !isSettled(delivery, row));
  const isMore = lastMs !== null && nextMs + gatherMs > now.getTime();
  await write(deps, task, { alerts: [alert, ...together], isMore });
  await repository.noteTold(trx, organizationId, { gathering, at: now });
  const toldIds = new Set(together.map((row) => row.id));
  const end = (ids: string[], state: 'told' | 'merged' | 'dropped'): Promise<void> =>
    repository.endDeliveries(trx, organizationId, { ids, state, at: now });
  await end([id], 'told');
  await end(
    others.filter(({ alertId }) => toldIds.has(alertId)).map((one) => one.id),
    'merged',
  );
  await end(
    others.filter(({ alertId }) => !toldIds.has(alertId)).map((one) => one.id),
    'dropped',
  );
  return undefined;
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
  const { alerts, isMore } = told;
  const isLate = step === 'stillOpen';
  const waitedMs = isEscalation(delivery) ? now.getTime() - alerts[0].receivedAt.getTime() : null;
  const [first] = alerts;
  const severity = severityCodes.fromCode(first.severity);
  if (channel === 'push') {
    const textIn = (lang: 'en' | 'he') =>
      alerts.length === 1 && !isMore ? shortText(lang, first, { isLate, waitedMs }) : severalText(lang, alerts, isMore);
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

import type { AlertChannel, AlertRuleInput } from '@sightline/contracts/alert-rules/alert-rule';
import { severityCodes } from '../alert-codes.ts';
import type * as repository from './alert-deliveries.repository.ts';

const minuteMs = 60_000;
/** What still holds so long after it came late is news, not history. */
export const stillOpenAfterMs = 15_000;
/** A critical alert of a rule that tells nobody else is told again so often, and so many times, as long as nobody takes it. */
export const repeat = { everyMs: 5 * minuteMs, times: 6 };
/** What is one of too many is told together with the others after so long. */
const floodMs = 10 * minuteMs;

/** An alert of which people are to be told. */
export interface OpenedAlert {
  id: string;
  isLate: boolean;
  locationId: string;
  severity: number;
  receivedAt: Date;
  /** It is one of too many. */
  isCollapsed: boolean;
  /** Null: nobody. */
  notify: AlertRuleInput['notify'] | null;
}

const isCritical = (severity: number): boolean => severityCodes.fromCode(severity) === 'critical';

/** Who is to be told of an alert, by which channel and when. */
export const wantedOf = ({ id: alertId, locationId, severity, receivedAt, notify, ...how }: OpenedAlert) =>
  notify === null
    ? []
    : stepsOf(notify, { ...how, isCritical: isCritical(severity) }).flatMap(({ step, userIds, afterMs }) =>
        [...new Set(userIds)].flatMap((userId) =>
          channelsOf(notify, { ...how, severity }).map((channel) => {
            const startAtMs = receivedAt.getTime() + afterMs;
            return { alertId, step, channel, userId, locationId, severity, createdAt: receivedAt, startAtMs };
          }),
        ),
      );

/** What came late wakes people only where it is critical; who reads mail hears of all that still holds. */
function channelsOf({ channels }: AlertRuleInput['notify'], { isLate, severity }: Late): AlertChannel[] {
  const wakes = !isLate || isCritical(severity);
  return [...new Set(channels)].filter((channel) => wakes || channel !== 'push');
}

type Late = Pick<OpenedAlert, 'isLate' | 'severity'>;

interface Step {
  step: repository.Delivery['step'];
  userIds: readonly string[];
  /** How long after the alert came. */
  afterMs: number;
}

/**
 * Who is told when: those whom the rule names, then the next as long as nobody took it; where there is no next, the same once more of what is
 * critical. What came late, or is one of too many, is told once, and to nobody else.
 */
function stepsOf(
  { userIds, steps = [] }: AlertRuleInput['notify'],
  how: { isLate: boolean; isCollapsed: boolean; isCritical: boolean },
): Step[] {
  if (how.isLate) return [{ step: 'stillOpen', userIds, afterMs: stillOpenAfterMs }];
  if (how.isCollapsed) return [{ step: 'flood', userIds, afterMs: floodMs }];
  return [
    { step: 'opened', userIds, afterMs: 0 },
    ...steps.map((one, index) => ({
      step: `escalated${index + 1}` as const,
      userIds: one.userIds,
      afterMs: one.afterMinutes * minuteMs,
    })),
    ...(how.isCritical && steps.length === 0 ? [{ step: 'repeated1' as const, userIds, afterMs: repeat.everyMs }] : []),
  ];
}

import type { AlertRule, RuleState } from '@sightline/contracts/alert-rules/alert-rule';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { formatSince } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import type { StatusLevel } from '../../../ui/status/status-glyph.tsx';

type Target = AlertRule['targets'][number];

/** Sign of each state: what keeps a rule from working is a warning, what people chose is not. */
export const ruleLevels: Record<RuleState, StatusLevel> = {
  armed: 'ok',
  off: 'idle',
  snoozed: 'idle',
  muted: 'idle',
  disarmed: 'idle',
  outsideSchedule: 'idle',
  pending: 'high',
  waitsFor: 'warn',
  coreTooOld: 'warn',
  analysisOff: 'warn',
  nothingNamed: 'warn',
};

/** What needs somebody first; of a rule at several cameras the first of these is told. */
const worstFirst: readonly RuleState[] = [
  'coreTooOld',
  'waitsFor',
  'analysisOff',
  'nothingNamed',
  'pending',
  'off',
  'snoozed',
  'muted',
  'disarmed',
  'outsideSchedule',
  'disarmed',
  'armed',
];

/** The state of a rule that is told first, and at how many of its targets it holds. */
export function mainState(targets: readonly Target[]): { target: Target; count: number } | null {
  const state = worstFirst.find((one) => targets.some((target) => target.state === one));
  const target = targets.find((one) => one.state === state);
  return target === undefined ? null : { target, count: targets.filter((one) => one.state === state).length };
}

const devices = ['doors', 'savedDoor', 'accessDoors'] as const;
const lookingAbilities = ['motion', 'tampering'];

/** Whether it stands first that nobody hears of what the rule tells; not of one that somebody turned off. */
const isUnheard = ({ reachesNobody, isEnabled }: Pick<AlertRule, 'reachesNobody' | 'isEnabled'>): boolean =>
  reachesNobody && isEnabled;

/** Sign of a rule as a whole. */
export function ruleLevel(rule: Pick<AlertRule, 'targets' | 'reachesNobody' | 'isEnabled'>): StatusLevel {
  return isUnheard(rule) ? 'warn' : ruleLevels[mainState(rule.targets)?.target.state ?? 'off'];
}

/** What is missing before a rule can work, in words. */
function needsText(t: TFunction, needs: string): string {
  const device = devices.find((one) => one === needs);
  if (device !== undefined) return t(`alertRules.needs.${device}`);
  if (lookingAbilities.includes(needs)) return t('alertRules.needs.analysis');
  return t('alertRules.needs.model');
}

/** Whether a rule is at work, in words. */
export function useRuleStateWords() {
  const { t } = useTranslation();
  const stateText = ({
    state,
    needs,
    mutedUntilUtcMs,
  }: Pick<Target, 'state' | 'needs' | 'mutedUntilUtcMs'>): string => {
    if (state === 'waitsFor') return needsText(t, needs ?? '');
    if (state === 'muted' && mutedUntilUtcMs !== null)
      return t('alertRules.state.mutedUntil', { time: formatSince(mutedUntilUtcMs, serverNowUtcMs(), ownZone()) });
    return t(`alertRules.state.${state}`);
  };
  const stateOf = ({ targets, snooze }: Pick<AlertRule, 'targets' | 'snooze'>, nowUtcMs: number): string => {
    const main = mainState(targets);
    if (main === null) return t('alertRules.state.nowhere');
    const { target, count } = main;
    const text =
      target.state === 'snoozed' && snooze !== null
        ? t('alertRules.state.snoozedUntil', {
            time: formatSince(snooze.untilUtcMs, nowUtcMs, ownZone()),
            name: snooze.byName,
          })
        : stateText(target);
    if (count === targets.length) return text;
    return t('alertRules.state.atSome', {
      state: text,
      count,
      shown: formatCount(count),
      all: formatCount(targets.length),
      isolated: false,
    });
  };
  return {
    stateText,
    /** Of all its targets in one line: "Snoozed until 14:30 IST by Dana", "Waits for a model at 1 of 3". */
    summary: (
      rule: Pick<AlertRule, 'targets' | 'snooze' | 'reachesNobody' | 'isEnabled'>,
      nowUtcMs: number,
    ): string => {
      const text = stateOf(rule, nowUtcMs);
      return isUnheard(rule) ? t('alertRules.state.reachesNobody', { state: text, isolated: false }) : text;
    },
  };
}

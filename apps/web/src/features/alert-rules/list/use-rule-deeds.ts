import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../platform/i18n/format-number.ts';
import { toastFailure, toastSuccess } from '../../../ui/toasts/toast.tsx';
import { refreshRules, showRule, snoozeRule, turnRule } from '../rule-queries.ts';

/** Deeds that need no asking: they show at once what came of them, or say what failed. */
export function useRuleDeeds() {
  const { t } = useTranslation();
  const deed = async (rule: AlertRule, run: () => Promise<AlertRule>, done: string): Promise<void> => {
    try {
      showRule(await run());
      toastSuccess({ title: done });
    } catch (failure) {
      toastFailure(t('alertRules.deeds.failed', { name: rule.name }), failure);
      // Somebody else may have changed it: what is shown must be what is.
      void refreshRules();
    }
  };
  return {
    turn: (rule: AlertRule, isEnabled: boolean) =>
      deed(
        rule,
        () => turnRule(rule, isEnabled),
        t(isEnabled ? 'alertRules.deeds.turnedOn' : 'alertRules.deeds.turnedOff', { name: rule.name }),
      ),
    snooze: (rule: AlertRule, minutes: number) =>
      deed(
        rule,
        () => snoozeRule(rule, minutes),
        minutes === 0
          ? t('alertRules.deeds.woken', { name: rule.name })
          : t('alertRules.deeds.snoozed', { name: rule.name, duration: formatDuration(minutes * 60_000) }),
      ),
  };
}

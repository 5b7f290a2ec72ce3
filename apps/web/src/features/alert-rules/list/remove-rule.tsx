import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { refreshRules, removeRule } from '../rule-queries.ts';

/** Asks, then deletes a rule; says what stays of it. */
export function RemoveRule({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { t } = useTranslation();
  const { name } = rule;
  return (
    <ConfirmDialog
      title={t('alertRules.remove.title', { name })}
      text={t('alertRules.remove.text')}
      confirmLabel={t('alertRules.remove.action')}
      onConfirm={async () => {
        await removeRule(rule);
        toastSuccess({ title: t('alertRules.remove.done', { name }) });
        await refreshRules();
      }}
      onClose={onClose}
    />
  );
}

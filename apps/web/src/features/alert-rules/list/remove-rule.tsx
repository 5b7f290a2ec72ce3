import type { AlertRule } from '@sightline/contracts/alert-rules/alert-rule';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import dialog from '../../../ui/dialogs/dialog.module.css';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { refreshRules, removeRule } from '../rule-queries.ts';
import classes from './list.module.css';

/** Alarms that use a rule, as a refusal names them, and how many more there are. */
interface Users {
  alarms: { id: string; name: string }[];
  hidden: number;
}

function usersOf(failure: unknown): Users {
  const { code, data } = toApiError(failure);
  if (code !== 'alert_rule_in_use') return { alarms: [], hidden: 0 };
  const { count, alarms } = data as { count: number; alarms: Users['alarms'] };
  return { alarms, hidden: count - alarms.length };
}

/** Asks, then deletes a rule; says what stays of it. Where alarms use it, leads to them. */
export function RemoveRule({ rule, onClose }: { rule: AlertRule; onClose: () => void }) {
  const { t } = useTranslation();
  const { name } = rule;
  const remove = useMutation({
    mutationFn: () => removeRule(rule),
    onSuccess: async () => {
      onClose();
      toastSuccess({ title: t('alertRules.remove.done', { name }) });
      await refreshRules();
    },
  });
  return (
    <Dialog title={t('alertRules.remove.title', { name })} width={475} onClose={onClose}>
      <Stack gap={16}>
        <p className={dialog.text}>{t('alertRules.remove.text')}</p>
        {remove.error !== null && <Refusal failure={remove.error} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('alertRules.remove.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Refusal({ failure }: { failure: unknown }) {
  const { t } = useTranslation();
  const { alarms, hidden } = usersOf(failure);
  return (
    <>
      <FormFailure failure={failure} />
      {alarms.length > 0 && (
        <ul className={classes.users} aria-label={t('alertRules.remove.alarms')}>
          {alarms.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/alert/alarms/edit/${id}` as string}>
                <bdi>{name}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && (
        <p className={classes.quiet}>
          {t('alertRules.remove.hiddenAlarms', { count: hidden, shown: formatCount(hidden) })}
        </p>
      )}
    </>
  );
}

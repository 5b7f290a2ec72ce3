import { Button, FileInput } from '@mantine/core';
import { ruleImportRefusal } from '@sightline/contracts/alert-rules/rule-import';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../../platform/api/api-error.ts';
import { formatCount } from '../../../platform/i18n/format-number.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import dialog from '../../../ui/dialogs/dialog.module.css';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { importRules, refreshRules } from '../rule-queries.ts';
import { readRuleFile } from './rule-file.ts';
import { RefusedRules } from './refused-rules.tsx';

/** Chooses a file of rules, says what is wrong with it, and makes its rules: all of them or none. */
export function ImportRules({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const read = useMutation({
    // One after the other: the file that was chosen last counts.
    scope: { id: 'rule-file' },
    mutationFn: async (file: File) => readRuleFile(await file.text()),
    onMutate: () => send.reset(),
  });
  const send = useMutation({
    mutationFn: (rules: Record<string, unknown>[]) => importRules(rules),
    onSuccess: async ({ count }) => {
      onClose();
      toastSuccess({ title: t('alertRules.import.done', { count, shown: formatCount(count) }) });
      await refreshRules();
    },
  });
  const chosen = read.data;
  const rules = chosen !== undefined && 'rules' in chosen ? chosen.rules : null;
  const problem =
    read.error !== null ? 'unreadable' : chosen !== undefined && 'problem' in chosen ? chosen.problem : null;
  const refusal = send.error === null ? null : (ruleImportRefusal.safeParse(toApiError(send.error).data).data ?? null);
  return (
    <Dialog title={t('alertRules.import.title')} width={516} onClose={onClose}>
      <Stack gap={16}>
        <p className={dialog.text}>{t('alertRules.import.text')}</p>
        <FileInput
          label={t('alertRules.import.file')}
          placeholder={t('alertRules.import.choose')}
          accept=".json,application/json"
          disabled={send.isPending}
          error={problem === null ? undefined : t(`alertRules.import.problem.${problem}`)}
          onChange={(file) => (file === null ? read.reset() : read.mutate(file))}
        />
        {rules !== null && send.error === null && (
          <p role="status" className={dialog.text}>
            {t('alertRules.import.found', { count: rules.length, shown: formatCount(rules.length) })}
          </p>
        )}
        {send.error !== null && <FormFailure failure={send.error} />}
        {refusal !== null && <RefusedRules refusal={refusal} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button
          disabled={rules === null}
          loading={send.isPending}
          onClick={() => {
            if (rules !== null) send.mutate(rules);
          }}
        >
          {t('alertRules.import.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './mfa.module.css';

interface CodeDialogProps {
  title: string;
  text: string;
  confirmLabel: string;
  /** Something is taken away. */
  isRemoval?: boolean;
  isBusy: boolean;
  failure: unknown;
  onConfirm: (code: string) => void;
  onClose: () => void;
}

/** Asks for a code before a second factor is changed. */
export function CodeDialog({
  title,
  text,
  confirmLabel,
  isRemoval = false,
  isBusy,
  failure,
  onConfirm,
  onClose,
}: CodeDialogProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim().length < 6 ? t('sessions.challenge.codeMissing') : null) },
  });
  const isCodeWrong = failure !== null && toApiError(failure).code === 'mfa_code_wrong';
  return (
    <Dialog title={title} width={475} onClose={onClose}>
      <Stack as="form" gap={16} onSubmit={form.onSubmit(({ code }) => onConfirm(code.trim()))} noValidate>
        <p className={classes.text}>{text}</p>
        <TextInput
          label={t('mfa.remove.code')}
          autoComplete="one-time-code"
          maxLength={20}
          dir="ltr"
          data-autofocus
          {...form.getInputProps('code')}
          error={form.errors['code'] ?? (isCodeWrong ? t('errors.mfa_code_wrong') : null)}
        />
        {failure !== null && !isCodeWrong && <FormFailure failure={failure} />}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} {...(isRemoval ? { color: 'red' } : {})}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

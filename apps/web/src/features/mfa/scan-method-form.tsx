import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MfaEnrolment } from '@sightline/contracts/mfa/mfa';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import classes from './mfa.module.css';

interface ScanMethodFormProps {
  enrolment: MfaEnrolment;
  isVerifying: boolean;
  failure: unknown;
  onVerify: (code: string) => void;
  /** Throws this picture away and makes another one. */
  onAgain: () => void;
}

/** Second step: the picture to scan, or its code to type, and a code that proves it. */
export function ScanMethodForm({ enrolment, isVerifying, failure, onVerify, onAgain }: ScanMethodFormProps) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (/^\d{6}$/.test(value.replaceAll(' ', '')) ? null : t('mfa.add.codeMissing')) },
  });
  const isCodeWrong = failure !== null && toApiError(failure).code === 'mfa_code_wrong';
  return (
    <Stack as="form" gap={16} onSubmit={form.onSubmit(({ code }) => onVerify(code.replaceAll(' ', '')))} noValidate>
      <p className={classes.text}>{t('mfa.add.scan')}</p>
      {/* An image and no markup: what a picture holds is never run. */}
      <img
        className={classes.qr}
        src={`data:image/svg+xml;utf8,${encodeURIComponent(enrolment.qrSvg)}`}
        alt={t('mfa.add.qr')}
      />
      <div>
        <p className={classes.label}>{t('mfa.add.manual')}</p>
        <CopyValue value={enrolment.manualCode} label={t('mfa.add.manual')} />
      </div>
      <TextInput
        label={t('mfa.add.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        dir="ltr"
        autoFocus
        {...form.getInputProps('code')}
        error={form.errors['code'] ?? (isCodeWrong ? t('errors.mfa_code_wrong') : null)}
      />
      {failure !== null && !isCodeWrong && <FormFailure failure={failure} />}
      <DialogActions>
        <Button variant="default" onClick={onAgain}>
          {t('mfa.add.again')}
        </Button>
        <Button type="submit" loading={isVerifying} data-verifying={isVerifying}>
          {t('mfa.add.verify')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

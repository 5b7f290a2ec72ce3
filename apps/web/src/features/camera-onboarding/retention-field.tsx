import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Whether the text is a retention that the server takes: whole days, 1 to 3650. */
export const isRetentionText = (text: string): boolean =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 3650;

/** How long footage is kept. */
export function RetentionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('cameras.form.retention')}
      description={t('cameras.form.retentionHint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      maxLength={4}
      error={isRetentionText(value) ? null : t('cameras.form.retentionWrong')}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

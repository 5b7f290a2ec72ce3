import '@mantine/core/styles/NumberInput.css';
import { NumberInput } from '@mantine/core';
import { integrationLimits } from '@sightline/contracts/integrations/integration-services';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether the server takes it: a whole number within the limits, or none. */
export const isQuota = (quota: number | null): boolean =>
  quota === null || (Number.isInteger(quota) && quota >= 0 && quota <= integrationLimits.quota);

interface QuotaFieldProps {
  label: string;
  value: number | null;
  error: ReactNode;
  onChange: (quota: number | null) => void;
}

/** How much may be used in a month; empty where there is no limit. */
export function QuotaField({ label, value, error, onChange }: QuotaFieldProps) {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={label}
      placeholder={t('integrations.quotas.none')}
      min={0}
      max={integrationLimits.quota}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      value={value ?? ''}
      error={error}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
    />
  );
}

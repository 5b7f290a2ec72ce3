import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { Row } from '../../../ui/layout/row.tsx';
import { TimeField } from '../../../ui/time/time-field.tsx';
import { endAfter, localInstant, localText, supportDays } from './support-end.ts';

interface SupportEndFieldProps {
  value: number | null;
  error: string | null;
  onChange: (utcMs: number | null) => void;
}

/** When help ends: a length, or a day and a time. */
export function SupportEndField({ value, error, onChange }: SupportEndFieldProps) {
  const { t } = useTranslation();
  return (
    <div>
      <TimeField
        kind="moment"
        label={t('users.support.until')}
        description={t('users.support.untilHint', { zone: zoneAbbreviation(value ?? serverNowUtcMs(), ownZone()) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={value === null ? '' : localText(value)}
        error={error}
        onChange={(text) => onChange(localInstant(text))}
        // Nobody is let in until a time that is not the one in the field.
        onWrong={(isWrong) => {
          if (isWrong) onChange(null);
        }}
      />
      <Row wrap gap={8}>
        {supportDays.map((days) => (
          <Button key={days} size="xs" variant="default" onClick={() => onChange(endAfter(days, serverNowUtcMs()))}>
            {t('users.support.days', { count: days })}
          </Button>
        ))}
      </Row>
    </div>
  );
}

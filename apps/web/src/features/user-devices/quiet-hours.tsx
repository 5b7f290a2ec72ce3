import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { SmallText } from '../../ui/lists/item-list.tsx';
import { withoutQuiet, type Window } from './schedule-days.ts';
import { MinuteField } from './minute-field.tsx';
import classes from './user-devices.module.css';

const night: Window = { from: 1320, to: 420 };

interface QuietHoursProps {
  days: readonly (readonly Window[])[];
  onApply: (days: Window[][]) => void;
}

/** Takes the same hours out of every day, over midnight as well. */
export function QuietHours({ days, onApply }: QuietHoursProps) {
  const { t } = useTranslation();
  const [quiet, setQuiet] = useState(night);
  return (
    <Stack as="fieldset" gap={8} className={classes.quiet}>
      <legend className={classes.dayName}>{t('userDevices.schedule.quietTitle')}</legend>
      <SmallText>{t('userDevices.schedule.quietText')}</SmallText>
      <Row wrap align="center" gap={8}>
        <MinuteField
          label={t('userDevices.schedule.quietFrom')}
          value={quiet.from}
          isEnd={false}
          onChange={(from) => setQuiet({ ...quiet, from })}
        />
        <span aria-hidden="true">–</span>
        <MinuteField
          label={t('userDevices.schedule.quietTo')}
          value={quiet.to}
          isEnd
          onChange={(to) => setQuiet({ ...quiet, to })}
        />
        <Button
          variant="default"
          size="sm"
          onClick={() => onApply(days.map((windows) => withoutQuiet(windows, quiet)))}
        >
          {t('userDevices.schedule.quietApply')}
        </Button>
      </Row>
    </Stack>
  );
}

import { ActionIcon } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { dayName } from '../../platform/i18n/format-time.ts';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { SmallText } from '../../ui/lists/item-list.tsx';
import { wholeDay, type Window } from './schedule-days.ts';
import { MinuteField } from './minute-field.tsx';
import classes from './user-devices.module.css';

const windowsAtMost = 10;

interface ScheduleDayProps {
  /** 0 = Sunday. */
  day: number;
  windows: readonly Window[];
  onChange: (windows: Window[]) => void;
}

/** Times of one weekday. */
export function ScheduleDay({ day, windows, onChange }: ScheduleDayProps) {
  const { t } = useTranslation();
  const name = dayName(day);
  const replace = (index: number, change: Partial<Window>): void =>
    onChange(windows.map((window, place) => (place === index ? { ...window, ...change } : window)));
  return (
    <fieldset className={classes.day}>
      <legend className={classes.dayName}>{name}</legend>
      <Stack align="center" gap={8} className={classes.windows}>
        {windows.length === 0 && <SmallText>{t('userDevices.schedule.nothing')}</SmallText>}
        {[...windows.entries()].map(([index, { from, to }]) => (
          // Windows have no name but their place.
          <Row wrap align="center" gap={8} key={index}>
            <MinuteField
              label={t('userDevices.schedule.from', { day: name })}
              value={from}
              isEnd={false}
              isWrong={from >= to}
              onChange={(value) => replace(index, { from: value })}
            />
            <span aria-hidden="true">–</span>
            <MinuteField
              label={t('userDevices.schedule.to', { day: name })}
              value={to}
              isEnd
              isWrong={from >= to}
              onChange={(value) => replace(index, { to: value })}
            />
            <ActionIcon
              aria-label={t('userDevices.schedule.remove', { day: name })}
              onClick={() => onChange(windows.filter((_window, place) => place !== index))}
            >
              <IconX size={16} stroke={1.6} aria-hidden="true" />
            </ActionIcon>
            {from >= to && <span className={classes.failure}>{t('userDevices.schedule.order')}</span>}
          </Row>
        ))}
      </Stack>
      <ActionIcon
        aria-label={t('userDevices.schedule.add', { day: name })}
        disabled={windows.length >= windowsAtMost}
        onClick={() => onChange([...windows, windows.length === 0 ? wholeDay : { from: 540, to: 1020 }])}
      >
        <IconPlus size={16} stroke={1.6} aria-hidden="true" />
      </ActionIcon>
    </fieldset>
  );
}

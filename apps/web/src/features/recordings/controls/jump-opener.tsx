import { Button, type ButtonProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import type { JumpButtonProps } from './jump-button-props.ts';
import classes from './jump-calendar.module.css';

type JumpOpenerProps = Pick<JumpButtonProps, 'timeZone' | 'positionMs' | 'isOpen' | 'onOpen'>;

/** The button of the calendar, which shows the day on screen. */
export function JumpOpener({
  timeZone,
  positionMs,
  isOpen,
  onOpen,
  ref,
  ...rest
}: JumpOpenerProps & ButtonProps & { ref?: Ref<HTMLButtonElement> }) {
  const { t } = useTranslation();
  const day = formatTime(positionMs, timeZone, 'day');
  return (
    <Button
      {...rest}
      ref={ref}
      variant="default"
      className={classes.opener}
      classNames={{ label: classes.openerLabel ?? '', section: classes.openerIcon ?? '' }}
      aria-label={`${t('recordings.calendar.open')}: ${day}`}
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      title={`${t('recordings.calendar.open')} · G`}
      onClick={() => onOpen(!isOpen)}
    >
      {day}
    </Button>
  );
}

import { Button, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { localeOf } from '../../../platform/i18n/language.ts';
import type { JumpButtonProps } from './jump-button-props.ts';
import classes from './jump-calendar.module.css';

const JumpCalendar = lazy(async () => ({ default: (await import('./jump-calendar.tsx')).JumpCalendar }));

/** Shows the day on screen; opens the calendar of days with footage and the time to jump to. */
export function JumpButton(props: JumpButtonProps) {
  const { t } = useTranslation();
  const day = new Intl.DateTimeFormat(localeOf(currentLanguage()), { day: 'numeric', month: 'short', timeZone: props.timeZone }).format(props.positionMs);
  return (
    <Popover opened={props.isOpen} onChange={props.onOpen} position="top" returnFocus withRoles={false}>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.opener}
          classNames={{ label: classes.openerLabel ?? '', section: classes.openerIcon ?? '' }}
          aria-label={`${t('recordings.calendar.open')}: ${day}`}
          leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={props.isOpen}
          title={`${t('recordings.calendar.open')} · G`}
          onClick={() => props.onOpen(!props.isOpen)}
        >
          {day}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('recordings.calendar.open')} className={classes.dropdown}>
        <Suspense fallback={<div className={classes.waiting} />}>
          <JumpCalendar {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

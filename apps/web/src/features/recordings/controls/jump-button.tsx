import { Popover } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { JumpButtonProps } from './jump-button-props.ts';
import { JumpOpener } from './jump-opener.tsx';
import classes from './jump-calendar.module.css';

const JumpCalendar = lazy(async () => ({ default: (await import('./jump-calendar.tsx')).JumpCalendar }));

/** Shows the day on screen; opens the calendar of days with footage and the time to jump to. */
export function JumpButton(props: JumpButtonProps) {
  const { t } = useTranslation();
  return (
    <Popover opened={props.isOpen} onChange={props.onOpen} position="top" returnFocus withRoles={false}>
      <Popover.Target>
        <JumpOpener
          timeZone={props.timeZone}
          positionMs={props.positionMs}
          isOpen={props.isOpen}
          onOpen={props.onOpen}
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('recordings.calendar.open')} className={classes.dropdown}>
        <Suspense fallback={<div className={classes.waiting} />}>
          <JumpCalendar {...props} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

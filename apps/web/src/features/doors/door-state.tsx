import type { Door, DoorUntold } from '@sightline/contracts/doors/door';
import type { DoorPosition } from '@sightline/contracts/doors/door-link';
import {
  IconBarrierBlock,
  IconDoor,
  IconDoorEnter,
  IconDoorExit,
  IconHourglassEmpty,
  IconQuestionMark,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock/use-now.ts';
import { formatDuration } from '../../platform/i18n/format-number.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { Row } from '../../ui/layout/row.tsx';
import classes from './doors.module.css';

/** Seconds are said, so they go on. */
const nowEveryMs = 1_000;

const icons: Readonly<Record<DoorPosition, Icon>> = {
  closed: IconDoor,
  ajar: IconDoorEnter,
  open: IconDoorExit,
  blocked: IconBarrierBlock,
  unsure: IconQuestionMark,
};

/** How a door is, as a word with its sign. */
export function PositionWord({ state }: { state: DoorPosition }) {
  const { t } = useTranslation();
  const Sign = icons[state];
  return (
    <Row as="span" inline align="center" gap={8} className={`${classes.line} ${classes.state}`} data-state={state}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      {t(`doors.state.${state}`)}
    </Row>
  );
}

function Untold({ door, untold }: { door: Door; untold: DoorUntold }) {
  const { t } = useTranslation();
  const { state, sinceUtcMs, timeZone } = door;
  return (
    <Row as="span" inline wrap align="center" gap={8} rowGap={2} className={classes.line}>
      <Row as="span" inline align="center" gap={8} className={classes.untold}>
        <IconHourglassEmpty size={16} stroke={1.75} aria-hidden="true" />
        {t(`doors.untold.${untold}`)}
      </Row>
      {state !== null && sinceUtcMs !== null && (
        <span className={classes.since}>
          {t('doors.list.lastTold', { state: t(`doors.state.${state}`), time: formatTime(sinceUtcMs, timeZone) })}
        </span>
      )}
    </Row>
  );
}

/** How a door is now and for how long, or why nobody says so. */
export function DoorStateNow({ door }: { door: Door }) {
  const { t } = useTranslation();
  const nowUtcMs = useNow(nowEveryMs);
  const { state, sinceUtcMs, untold } = door;
  if (untold !== null || state === null || sinceUtcMs === null)
    return <Untold door={door} untold={untold ?? 'pending'} />;
  return (
    <Row as="span" inline wrap align="center" gap={8} rowGap={2} className={classes.line}>
      <PositionWord state={state} />
      <span className={classes.since}>
        {t('doors.list.for', { duration: formatDuration(Math.max(0, nowUtcMs - sinceUtcMs)) })}
      </span>
    </Row>
  );
}

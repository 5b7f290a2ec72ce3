import { recordingsCalls } from '@sightline/contracts/recordings/recordings.api';
import { Button, FocusTrap, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/he';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { zoneAbbreviation } from '@sightline/domain/time/zone-names';
import { dateChoices, firstDayOfWeek } from '../../../platform/i18n/date-choices.ts';
import { callQuery } from '../../../platform/api/client.ts';
import { typedText } from '../../../platform/i18n/typed-time.ts';
import { dayOf, startOfDayNamed, utcOf, wallTimeOf } from '@sightline/domain/time/zone-time';
import { clockText, parseClock } from './clock-text.ts';
import type { JumpButtonProps } from './jump-button-props.ts';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './jump-calendar.module.css';

const day = 86_400_000;
/** Some time by which a person is shown how to write one. */
const sample = { hour: 14, minute: 5, second: 30 };

/** First instant of a month, moved by whole months, in the site's zone. `month` is any day of it, `yyyy-mm-dd`. */
const monthStart = (month: string, timeZone: string, add: number): number => {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return utcOf({ year, month: number + add, day: 1, hour: 0, minute: 0, second: 0 }, timeZone);
};

/** Days with footage, and a time of the site's clock to jump to. */
export function JumpCalendar({ cameraId, stream, timeZone, positionMs, nowMs, onOpen, onJump }: JumpButtonProps) {
  const { t, i18n } = useTranslation();
  const [chosen, setChosen] = useState(() => dayOf(positionMs, timeZone));
  const [month, setMonth] = useState(chosen);
  const [clock, setClock] = useState(() => clockText(wallTimeOf(positionMs, timeZone), Math.floor(positionMs) % 1000));
  const [error, setError] = useState<string | null>(null);
  const range = {
    fromUtcMs: monthStart(month, timeZone, 0) - 7 * day,
    toUtcMs: monthStart(month, timeZone, 1) + 7 * day,
    stream,
  };
  const known = useQuery(callQuery(recordingsCalls.days, { params: { id: cameraId }, query: range })).data?.items;
  const shares = new Map((known ?? []).map((item) => [item.day, item.share]));
  const today = dayOf(nowMs, timeZone);
  // Today something may have been recorded since the core was asked; of a core that does not answer nothing is known.
  const isEmpty = (date: string): boolean => known !== undefined && !shares.has(date) && date !== today;
  const jump = (): void => {
    const time = parseClock(clock);
    if (!time || startOfDayNamed(chosen, timeZone) === null)
      return setError(t('recordings.calendar.timeWrong', { sample: clockText(sample) }));
    const [year = 0, monthNumber = 0, date = 0] = chosen.split('-').map(Number);
    const { millisecond, ...second } = time;
    const utcMs = utcOf({ year, month: monthNumber, day: date, ...second }, timeZone) + millisecond;
    if (utcMs > nowMs) return setError(t('recordings.calendar.future'));
    onJump(utcMs);
    onOpen(false);
  };
  const isHebrew = i18n.language === 'he';
  return (
    <FocusTrap active>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          jump();
        }}
      >
        <DatePicker
          value={chosen}
          onChange={(value) => value !== null && setChosen(value)}
          date={month}
          onDateChange={setMonth}
          maxDate={today}
          excludeDate={isEmpty}
          locale={isHebrew ? 'he' : 'en'}
          firstDayOfWeek={firstDayOfWeek()}
          weekendDays={[]}
          hideOutsideDates={false}
          size="sm"
          getDayProps={(date) => ({
            'aria-label': shares.has(date)
              ? t('recordings.calendar.hasFootage', { day: typedText(date, 'day') })
              : t('recordings.calendar.noFootage', { day: typedText(date, 'day') }),
            'data-footage': shares.has(date),
          })}
          renderDay={(date) => (
            <span className={classes.day} data-footage={shares.has(date)}>
              {Number(date.slice(8))}
              <i style={{ inlineSize: `${Math.max(15, (shares.get(date) ?? 0) * 100)}%` }} />
            </span>
          )}
        />
        <Row align="end" gap={8} className={classes.time}>
          <TextInput
            label={t('recordings.calendar.time', { zone: zoneAbbreviation(positionMs, timeZone) })}
            value={clock}
            error={error}
            dir="ltr"
            inputMode={dateChoices().timeFormat === '12h' ? 'text' : 'numeric'}
            data-autofocus
            onChange={(event) => {
              setClock(event.currentTarget.value);
              setError(null);
            }}
          />
          <Button type="submit">{t('recordings.calendar.jump')}</Button>
        </Row>
      </form>
    </FocusTrap>
  );
}

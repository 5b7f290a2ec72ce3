import { Button, Select, Switch } from '@mantine/core';
import type { NotificationSchedule } from '@sightline/contracts/user-devices/user-device';
import { userDevicesCalls } from '@sightline/contracts/user-devices/user-devices.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { firstDayOfWeek } from '../../platform/i18n/date-choices.ts';
import { timeZones } from '../../platform/time/own-zone.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { daysFrom, type Window } from './schedule-days.ts';
import { ScheduleDay } from './schedule-day.tsx';
import classes from './user-devices.module.css';

const shownAtOnce = 60;

/** When notifications may arrive: times of each weekday in a zone. */
export function ScheduleForm({ saved }: { saved: NotificationSchedule }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const zones = useMemo(() => timeZones(), []);
  const [schedule, setSchedule] = useState(saved);
  const [kept, setKept] = useState(saved);
  const isDirty = (): boolean => JSON.stringify(schedule) !== JSON.stringify(kept);
  const save = useMutation({
    mutationFn: (body: NotificationSchedule) => call(userDevicesCalls.setSchedule, { body }),
    onSuccess: (answer) => {
      setSchedule(answer);
      setKept(answer);
      client.setQueryData(callKey(userDevicesCalls.getSchedule, {}), answer);
      toastSuccess({ title: t('userDevices.schedule.saved') });
    },
  });
  const setDay = (day: number, windows: Window[]): void =>
    setSchedule({ ...schedule, days: schedule.days.map((own, index) => (index === day ? windows : own)) });
  const isWrong = schedule.enabled && schedule.days.some((windows) => windows.some(({ from, to }) => from >= to));
  return (
    <Stack
      as="form"
      gap={16}
      className={classes.schedule}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(schedule);
      }}
      noValidate
    >
      <UnsavedGuard isDirty={isDirty} />
      <Switch
        label={t('userDevices.schedule.enabled')}
        checked={schedule.enabled}
        onChange={(event) => setSchedule({ ...schedule, enabled: event.currentTarget.checked })}
      />
      {schedule.enabled && (
        <>
          <Select
            label={t('userDevices.schedule.zone')}
            data={zones}
            limit={shownAtOnce}
            searchable
            allowDeselect={false}
            nothingFoundMessage={t('userDevices.schedule.zoneNone')}
            dir="ltr"
            className={classes.zone}
            value={schedule.timezone}
            onChange={(timezone) => timezone !== null && setSchedule({ ...schedule, timezone })}
          />
          <div className={classes.days}>
            {daysFrom(firstDayOfWeek()).map((day) => (
              <ScheduleDay
                key={day}
                day={day}
                windows={schedule.days[day] ?? []}
                onChange={(windows) => setDay(day, windows)}
              />
            ))}
          </div>
          <QuietHours days={schedule.days} onApply={(days) => setSchedule({ ...schedule, days })} />
        </>
      )}
      {save.error !== null && <FormFailure failure={save.error} />}
      <div>
        <Button type="submit" loading={save.isPending} disabled={!isDirty() || isWrong}>
          {t('userDevices.schedule.save')}
        </Button>
      </div>
    </Stack>
  );
}

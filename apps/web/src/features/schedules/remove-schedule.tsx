import type { Schedule } from '@sightline/contracts/schedules/schedule';
import { schedulesCalls } from '@sightline/contracts/schedules/schedules.api';
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import classes from './schedules.module.css';

interface RemoveScheduleProps {
  schedule: Schedule;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Names of what uses the schedule, as a refusal gives them. */
const usersOf = (failure: unknown): string[] => {
  const { users } = toApiError(failure).data;
  return Array.isArray(users) ? users.filter((name) => typeof name === 'string') : [];
};

/** Asks, then deletes a schedule; where something uses it, names that. */
export function RemoveSchedule({ schedule, onClose, onRemoved }: RemoveScheduleProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => call(schedulesCalls.remove, { params: { id: schedule.id } }),
    onSuccess: async () => {
      onClose();
      onRemoved?.();
      toastSuccess({ title: t('schedules.remove.done', { name: schedule.name }) });
      await client.invalidateQueries({ queryKey: callKey(schedulesCalls.list) });
    },
  });
  const users = remove.error === null ? [] : usersOf(remove.error);
  return (
    <Dialog title={t('schedules.remove.title', { name: schedule.name })} width={475} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.text}>{t('schedules.remove.text')}</p>
        {remove.error !== null && <FormFailure failure={remove.error} />}
        {users.length > 0 && (
          <ul className={classes.users} aria-label={t('schedules.remove.users')}>
            {users.map((name) => (
              <li key={name}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('common.actions.cancel')}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
          {t('schedules.remove.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

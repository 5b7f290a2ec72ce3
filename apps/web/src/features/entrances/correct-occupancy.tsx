import type { Entrance } from '@sightline/contracts/entrances/entrance';
import { entrancesCalls } from '@sightline/contracts/entrances/entrances.api';
import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

const most = 100_000;

const isCount = (text: string): boolean => /^\d{1,6}$/.test(text.trim()) && Number(text) <= most;

/** Sets by hand how many are inside, with the reason. */
export function CorrectOccupancy({ entrance, onClose }: { entrance: Entrance; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, name, occupancy, timeZone } = entrance;
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { inside: String(occupancy.inside), reason: '' },
    validate: {
      inside: (text: string) => (isCount(text) ? null : t('entrances.correct.insideWrong')),
      reason: (text: string) => (text.trim() === '' ? t('entrances.correct.reasonMissing') : null),
    },
    send: ({ inside, reason }) =>
      call(entrancesCalls.correct, { params: { id }, body: { inside: Number(inside), reason: reason.trim() } }),
    onDone: async () => {
      toastSuccess({ title: t('entrances.correct.done', { name }) });
      onClose();
      await Promise.all([
        client.invalidateQueries({ queryKey: callKey(entrancesCalls.list) }),
        client.invalidateQueries({ queryKey: callKey(entrancesCalls.get, { params: { id } }) }),
      ]);
    },
  });
  return (
    <FormDialog
      title={t('entrances.correct.title', { name })}
      lead={t('entrances.correct.lead', { time: formatTime(occupancy.resetsAtUtcMs, timeZone) })}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Fields isWide>
        <TextInput
          required
          label={t('entrances.correct.inside')}
          inputMode="numeric"
          maxLength={6}
          {...form.getInputProps('inside')}
        />
        <TextInput required label={t('entrances.correct.reason')} maxLength={200} {...form.getInputProps('reason')} />
      </Fields>
    </FormDialog>
  );
}

import { Select } from '@mantine/core';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { ButtonLink } from '../../ui/links/button-link.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshVehicles, vehicleGroups } from './vehicle-queries.ts';

/** So many at a time are put into a group. */
const most = 500;

interface AddToGroupProps {
  vehicles: readonly Vehicle[];
  onClose: () => void;
}

/** Puts the chosen vehicles into a group. */
export function AddToGroup({ vehicles, onClose }: AddToGroupProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const groups = useQuery(vehicleGroups());
  const items = groups.data?.items ?? [];
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { groupId: '' },
    send: async ({ groupId }) => {
      const ids = vehicles.map(({ id }) => id);
      for (let at = 0; at < ids.length; at += most)
        await call(orgGroupsCalls.addMembers, {
          params: { id: groupId },
          body: { memberIds: ids.slice(at, at + most) },
        });
    },
    onDone: async (_answer, { groupId }) => {
      const name = items.find(({ id }) => id === groupId)?.name ?? '';
      toastSuccess({ title: t('vehicles.group.done', { count: vehicles.length, name }) });
      onClose();
      await refreshVehicles(client);
    },
  });
  const hasNone = groups.data !== undefined && items.length === 0;
  return (
    <FormDialog
      title={t('vehicles.group.title', { count: vehicles.length })}
      submitLabel={t('vehicles.group.action')}
      isBusy={isSending}
      isReady={form.values.groupId !== ''}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {groups.error !== null && <FormFailure failure={groups.error} />}
      {hasNone ? (
        <>
          <p>{t('vehicles.group.none')}</p>
          <ButtonLink
            to="/database/groups/$groupType"
            params={{ groupType: 'vehicles' }}
            search={{ createVehicles: 'true' }}
            variant="default"
          >
            {t('orgGroups.create.action')}
          </ButtonLink>
        </>
      ) : (
        <Select
          required
          label={t('vehicles.group.label')}
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('vehicles.group.noneNamed')}
          {...form.getInputProps('groupId')}
        />
      )}
    </FormDialog>
  );
}

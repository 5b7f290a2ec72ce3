import { Select } from '@mantine/core';
import type { OrgGroupType } from '@sightline/contracts/org-groups/org-group';
import { orgGroupsCalls } from '@sightline/contracts/org-groups/org-groups.api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callAll, callKey } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { FormFailure } from '../forms/form-failure.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { ButtonLink } from '../links/button-link.tsx';
import { toastSuccess } from '../toasts/toast.tsx';

/** So many at a time are put into a group. */
const most = 500;

const creates = {
  People: { createPeople: 'true' },
  Doors: { createDoors: 'true' },
  Vehicles: { createVehicles: 'true' },
} as const;

interface AddToGroupProps {
  type: OrgGroupType;
  /** Those that are put into it. */
  rows: readonly { id: string }[];
  onClose: () => void;
}

/** Puts the chosen entries of a directory into one of its groups. */
export function AddToGroup({ type, rows, onClose }: AddToGroupProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const groups = useQuery(callAll(orgGroupsCalls.list, { query: { type, limit: 200 } }));
  const items = groups.data?.items ?? [];
  const counted = { count: rows.length, shown: formatCount(rows.length) };
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { groupId: '' },
    send: async ({ groupId }) => {
      const ids = rows.map(({ id }) => id);
      for (let at = 0; at < ids.length; at += most)
        await call(orgGroupsCalls.addMembers, {
          params: { id: groupId },
          body: { memberIds: ids.slice(at, at + most) },
        });
    },
    onDone: async (_answer, { groupId }) => {
      const name = items.find(({ id }) => id === groupId)?.name ?? '';
      toastSuccess({ title: t('common.toGroup.done', { ...counted, name }) });
      onClose();
      await Promise.all(
        [orgGroupsCalls.list, orgGroupsCalls.get].map((one) => client.invalidateQueries({ queryKey: callKey(one) })),
      );
    },
  });
  const hasNone = groups.data !== undefined && items.length === 0;
  return (
    <FormDialog
      title={t('common.toGroup.title', counted)}
      submitLabel={t('common.toGroup.send')}
      isBusy={isSending}
      isReady={form.values.groupId !== ''}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      {groups.error !== null && <FormFailure failure={groups.error} />}
      {hasNone ? (
        <>
          <p>{t('common.toGroup.none')}</p>
          <ButtonLink
            to="/database/groups/$groupType"
            params={{ groupType: type.toLowerCase() }}
            search={creates[type]}
            variant="default"
          >
            {t('orgGroups.create.action')}
          </ButtonLink>
        </>
      ) : (
        <Select
          required
          label={t('common.toGroup.label')}
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t('common.toGroup.noneNamed')}
          {...form.getInputProps('groupId')}
        />
      )}
    </FormDialog>
  );
}

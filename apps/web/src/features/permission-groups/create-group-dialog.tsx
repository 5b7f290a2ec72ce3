import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { GroupFields } from './group-fields.tsx';
import { useGroupForm, type GroupValues } from './use-group-form.ts';

interface CreateGroupDialogProps {
  onCreated: (group: PermissionGroup) => void;
  onClose: () => void;
}

/** Makes a group without permissions. */
export function CreateGroupDialog({ onCreated, onClose }: CreateGroupDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, showFailure } = useGroupForm({ name: '', description: '' });
  const create = useMutation({
    mutationFn: ({ name, description }: GroupValues) =>
      call(permissionGroupsCalls.create, { body: { name: name.trim(), description: description.trim() } }),
    onSuccess: async (group) => {
      await client.invalidateQueries({ queryKey: callKey(permissionGroupsCalls.filter) });
      onCreated(group);
    },
    onError: showFailure,
  });
  const isAtField = create.error !== null && toApiError(create.error).code === 'name_taken';
  return (
    <FormDialog
      title={t('permissionGroups.create.action')}
      width={400}
      submitLabel={t('permissionGroups.create.action')}
      isBusy={create.isPending}
      failure={isAtField ? null : create.error}
      onSubmit={form.onSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormDialog>
  );
}

import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { GroupFields } from './group-fields.tsx';
import { useGroupForm } from './use-group-form.ts';

interface CreateGroupDialogProps {
  onCreated: (group: PermissionGroup) => void;
  onClose: () => void;
}

/** Makes a group without permissions. */
export function CreateGroupDialog({ onCreated, onClose }: CreateGroupDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useGroupForm({
    initial: { name: '', description: '' },
    send: (body) => call(permissionGroupsCalls.create, { body }),
    onDone: async (group) => {
      await client.invalidateQueries({ queryKey: callKey(permissionGroupsCalls.filter) });
      onCreated(group);
    },
  });
  return (
    <FormDialog
      title={t('permissionGroups.create.action')}
      width={400}
      submitLabel={t('permissionGroups.create.action')}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <GroupFields form={form} />
    </FormDialog>
  );
}

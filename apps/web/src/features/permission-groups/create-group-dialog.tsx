import { Button } from '@mantine/core';
import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
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
    mutationFn: ({ name, description }: GroupValues) => call(permissionGroupsCalls.create, { body: { name: name.trim(), description: description.trim() } }),
    onSuccess: async (group) => {
      await client.invalidateQueries({ queryKey: callKey(permissionGroupsCalls.filter) });
      onCreated(group);
    },
    onError: showFailure,
  });
  const isAtField = create.error !== null && toApiError(create.error).code === 'name_taken';
  return (
    <Dialog title={t('permissionGroups.create.action')} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <div className={classes.form}>
          <GroupFields form={form} />
          {create.error !== null && !isAtField && <FormFailure failure={create.error} />}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('permissionGroups.create.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

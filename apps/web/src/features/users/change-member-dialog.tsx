import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MemberRole, OrganizationUser } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { GroupChoice } from './group-choice.tsx';
import { RoleSelect } from './role-select.tsx';

/** Changes the role and the groups of a member. */
export function ChangeMemberDialog({ user, onClose }: { user: OrganizationUser; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<{ role: MemberRole; groupIds: string[] }>({
    initialValues: { role: user.role, groupIds: user.groups.map(({ id }) => id) },
  });
  const save = useMutation({
    mutationFn: (body: { role: MemberRole; groupIds: string[] }) =>
      call(usersCalls.update, { params: { id: user.id }, body }),
    onSuccess: async () => {
      form.resetDirty();
      await client.invalidateQueries({ queryKey: callKey(usersCalls.list) });
      toastSuccess({ title: t('users.change.done', { name: user.name }) });
      onClose();
    },
  });
  const { role, groupIds } = form.values;
  return (
    <Dialog title={t('users.change.title', { name: user.name })} width={475} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <Fields>
          <RoleSelect value={role} onChange={(next) => form.setFieldValue('role', next)} />
          <GroupChoice value={groupIds} onChange={(next) => form.setFieldValue('groupIds', next)} />
          {save.error !== null && <FormFailure failure={save.error} />}
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

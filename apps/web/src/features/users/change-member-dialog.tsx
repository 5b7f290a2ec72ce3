import { Button } from '@mantine/core';
import type { MemberRole, OrganizationUser } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { GroupChoice } from './group-choice.tsx';
import { RoleSelect } from './role-select.tsx';

interface MemberValues {
  role: MemberRole;
  groupIds: string[];
}

/** Changes the role and the groups of a member. */
export function ChangeMemberDialog({ user, onClose }: { user: OrganizationUser; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { role: user.role, groupIds: user.groups.map(({ id }) => id) } as MemberValues,
    send: (body) => call(usersCalls.update, { params: { id: user.id }, body }),
    onDone: async () => {
      form.resetDirty();
      await client.invalidateQueries({ queryKey: callKey(usersCalls.list) });
      toastSuccess({ title: t('users.change.done', { name: user.name }) });
      onClose();
    },
  });
  const { role, groupIds } = form.values;
  return (
    <Dialog title={t('users.change.title', { name: user.name })} width={475} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <Fields>
          <RoleSelect value={role} onChange={(next) => form.setFieldValue('role', next)} />
          <GroupChoice value={groupIds} onChange={(next) => form.setFieldValue('groupIds', next)} />
          {failure !== null && <FormFailure failure={failure} />}
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
            {t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

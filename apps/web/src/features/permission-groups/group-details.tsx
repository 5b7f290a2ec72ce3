import { Button } from '@mantine/core';
import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { permissionGroupsCalls } from '@sightline/contracts/permission-groups/permission-groups.api';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Form, FormActions } from '../../ui/forms/form.tsx';
import { useFreshValues } from '../../ui/forms/use-fresh-values.ts';
import { Lead, Section } from '../../ui/page/section.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { GroupFields } from './group-fields.tsx';
import { useGroupForm } from './use-group-form.ts';
import { useGroupWriter } from './use-group-writer.ts';

interface GroupDetailsProps {
  group: PermissionGroup;
  onDeleted: () => void;
}

/** What a group is called and what it is for, and its end. */
export function GroupDetails({ group, onDeleted }: GroupDetailsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const initial = { name: group.name, description: group.description };
  const write = useGroupWriter(group.id);
  const { form, onSubmit, isSending, failure } = useGroupForm({
    initial,
    send: (values) =>
      write((revision) =>
        call(permissionGroupsCalls.update, { params: { id: group.id }, body: { ...values, revision } }),
      ),
    onDone: (_saved, values) => {
      form.resetDirty(values);
      toastSuccess({ title: t('permissionGroups.form.saved') });
    },
  });
  useFreshValues(form, initial, group.revision);
  const remove = async (): Promise<void> => {
    await call(permissionGroupsCalls.remove, { params: { id: group.id } });
    await client.invalidateQueries({ queryKey: callKey(permissionGroupsCalls.filter) });
    toastSuccess({ title: t('permissionGroups.delete.done', { name: group.name }) });
    onDeleted();
  };
  return (
    <Section>
      {group.isAdministrators && <Lead>{t('permissionGroups.administrators.fixed')}</Lead>}
      <Form onSubmit={onSubmit}>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <GroupFields form={form} isDisabled={group.isAdministrators} />
        {failure !== null && <FormFailure failure={failure} />}
        {!group.isAdministrators && (
          <FormActions>
            <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
              {t('common.actions.save')}
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              {t('permissionGroups.delete.action')}
            </Button>
          </FormActions>
        )}
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t('permissionGroups.delete.title', { name: group.name })}
          text={t('permissionGroups.delete.text', { count: group.users.length })}
          confirmLabel={t('permissionGroups.delete.action')}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

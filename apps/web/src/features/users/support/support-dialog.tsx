import { Button, TextInput } from '@mantine/core';
import type { SupportOrganization } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { serverNowUtcMs } from '../../../platform/clock/server-clock.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Fields } from '../../../ui/forms/form.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { GroupChoice } from '../group-choice.tsx';
import { SupportEndField } from './support-end-field.tsx';
import { endAfter } from './support-end.ts';
import { useSupportForm, type SupportValues } from './use-support-form.ts';

const save = (
  { email, groupIds, accessUntil }: SupportValues,
  organization: SupportOrganization | null,
): Promise<unknown> => {
  const until = accessUntil ?? 0;
  if (organization === null)
    return call(usersCalls.inviteSupport, {
      body: { email: email.trim().toLowerCase(), accessUntil: until, groupIds, lang: currentLanguage() },
    });
  return call(usersCalls.updateSupport, { params: { id: organization.id }, body: { accessUntil: until, groupIds } });
};

/** Invites an organization to help until a time, or changes the end and the groups of one that does. */
export function SupportDialog({
  organization,
  onClose,
}: {
  organization: SupportOrganization | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAtField, setAtField] = useState(false);
  const { form, showFailure } = useSupportForm(
    {
      email: '',
      accessUntil:
        organization === null || organization.isExpired ? endAfter(7, serverNowUtcMs()) : organization.accessUntil,
      groupIds: organization?.groups.map(({ id }) => id) ?? [],
    },
    organization === null,
  );
  const send = useMutation({
    mutationFn: (values: SupportValues) => save(values, organization),
    onSuccess: async () => {
      form.resetDirty();
      for (const list of [usersCalls.listInvites, usersCalls.listSupport])
        await client.invalidateQueries({ queryKey: callKey(list) });
      toastSuccess({
        title:
          organization === null
            ? t('users.invite.done', { count: 1 })
            : t('users.change.done', { name: organization.name }),
      });
      onClose();
    },
    onError: (failure) => setAtField(showFailure(failure)),
  });
  const { accessUntil, groupIds } = form.values;
  return (
    <Dialog
      title={organization === null ? t('users.support.invite') : t('users.change.title', { name: organization.name })}
      width={475}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit((values) => send.mutate(values))} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <Fields>
          {organization === null && <p>{t('users.support.lead')}</p>}
          {organization === null && (
            <TextInput
              type="email"
              label={t('users.support.email')}
              description={t('users.support.emailHint')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              dir="ltr"
              maxLength={254}
              data-autofocus
              {...form.getInputProps('email')}
            />
          )}
          <SupportEndField
            value={accessUntil}
            error={typeof form.errors['accessUntil'] === 'string' ? form.errors['accessUntil'] : null}
            onChange={(next) => form.setFieldValue('accessUntil', next)}
          />
          <GroupChoice
            value={groupIds}
            error={typeof form.errors['groupIds'] === 'string' ? form.errors['groupIds'] : null}
            onChange={(next) => form.setFieldValue('groupIds', next)}
          />
          {send.error !== null && !isAtField && <FormFailure failure={send.error} />}
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={send.isPending}>
            {organization === null ? t('users.support.invite') : t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

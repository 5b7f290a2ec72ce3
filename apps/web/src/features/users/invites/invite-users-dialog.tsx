import { Button, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { MemberRole } from '@sightline/contracts/users/user';
import { usersCalls } from '@sightline/contracts/users/users.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../../platform/api/client.ts';
import { currentLanguage } from '../../../platform/i18n/i18n.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { Fields } from '../../../ui/forms/form.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.tsx';
import { AccessFields, type InviteAccess } from './access-fields.tsx';
import { AddressVerdicts } from './address-verdicts.tsx';
import { maxAddresses, parseAddresses } from './parse-addresses.ts';
import { RoleSelect } from '../role-select.tsx';

interface InviteValues {
  addresses: string;
  role: MemberRole;
  access: InviteAccess;
}

const nothingChosen: InviteValues = {
  addresses: '',
  role: 'USER',
  // The least, so that nobody gets more because somebody hurried.
  access: { choice: 'viewer', locationIds: [], groupIds: [] },
};

/** What is asked of the server: groups, or a ready set on sites. */
const accessOf = ({ choice, locationIds, groupIds }: InviteAccess) =>
  choice === 'groups' ? { groupIds } : { access: { preset: choice, locationIds } };

/** Invites many people at once; each address is judged for itself, before and after sending. */
export function InviteUsersDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<InviteValues>({ initialValues: nothingChosen });
  const parsed = parseAddresses(form.values.addresses);
  const emails = parsed.filter(({ fault }) => fault === null).map(({ text }) => text);
  const invite = useMutation({
    mutationFn: ({ role, access }: InviteValues) =>
      call(usersCalls.invite, { body: { emails, role, ...accessOf(access), lang: currentLanguage() } }),
    meta: { busy: 'inviting' },
    onSuccess: async ({ invites, refused }) => {
      await client.invalidateQueries({ queryKey: callKey(usersCalls.listInvites) });
      if (invites.length > 0) toastSuccess({ title: t('users.invite.done', { count: invites.length }) });
      const left = [
        ...parsed.filter(({ fault }) => fault === 'invalid').map(({ text }) => text),
        ...refused.map(({ email }) => email),
      ];
      form.setFieldValue('addresses', left.join('\n'));
      form.resetDirty();
      if (left.length === 0) onClose();
    },
  });
  const refused = new Map(invite.data?.refused.map(({ email, code }) => [email, code]));
  const isReady = emails.some((email) => !refused.has(email));
  return (
    <Dialog title={t('users.invite.title')} width={540} onClose={onClose}>
      <form
        onSubmit={form.onSubmit((values) => {
          if (isReady) invite.mutate(values);
        })}
        noValidate
      >
        <UnsavedGuard isDirty={() => form.isDirty()} />
        <Fields isWide>
          <Textarea
            label={t('users.invite.addresses')}
            description={t('users.invite.hint', { count: maxAddresses })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            dir="ltr"
            rows={3}
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('addresses')}
          />
          <AddressVerdicts parsed={parsed} refused={refused} />
          <AccessFields value={form.values.access} onChange={(access) => form.setFieldValue('access', access)} />
          <RoleSelect value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
          {invite.error !== null && <FormFailure failure={invite.error} />}
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={invite.isPending} disabled={!isReady}>
            {t('users.invite.send', { count: emails.length })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { Button, TextInput } from '@mantine/core';
import { organizationsCalls } from '@sightline/contracts/organizations/organizations.api';
import type { Organization } from '@sightline/contracts/organizations/organization';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { logProblem } from '../../platform/log/log.ts';
import { signOut } from '../../platform/session/session-actions.ts';
import { currentSession } from '../../platform/session/session-store.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { Fields } from '../../ui/forms/form.tsx';

interface DeleteOrganizationProps {
  organization: Organization;
  onClose: () => void;
}

/** Deletes the organization with everything in it, after its name was typed. Its people, this one too, are signed out of it. */
export function DeleteOrganization({ organization, onClose }: DeleteOrganizationProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => call(organizationsCalls.removeCurrent, { body: { name: typed.trim() } }),
    onSuccess: () => {
      // The live link may have told it already.
      if (currentSession() === null) return;
      signOut({ reason: 'organizationDeleted' }).catch((failure: unknown) =>
        logProblem('Signed out here only', failure),
      );
    },
  });
  const isWrongName = remove.error !== null && toApiError(remove.error).code === 'organization_name_wrong';
  return (
    <Dialog title={t('organizations.delete.title', { name: organization.name })} width={475} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') remove.mutate();
        }}
      >
        <Fields>
          <p>{t('organizations.delete.text')}</p>
          <TextInput
            label={t('organizations.delete.typeName', { name: organization.name })}
            value={typed}
            maxLength={200}
            autoComplete="off"
            data-autofocus
            error={isWrongName ? t('errors.organization_name_wrong') : undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              if (remove.error !== null) remove.reset();
            }}
          />
          {remove.error !== null && !isWrongName && <FormFailure failure={remove.error} />}
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={typed.trim() === ''}>
            {t('organizations.delete.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { TextInput } from '@mantine/core';
import type { Passkey } from '@sightline/contracts/passkeys/passkey';
import { passkeysCalls } from '@sightline/contracts/passkeys/passkeys.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';

/** Names a passkey anew. */
export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: passkey.name },
    validate: { name: (value) => (value.trim() === '' ? t('passkeys.add.nameMissing') : null) },
    send: ({ name }) => call(passkeysCalls.rename, { params: { id: passkey.id }, body: { name: name.trim() } }),
    onDone: async () => {
      await client.invalidateQueries({ queryKey: callKey(passkeysCalls.list) });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('passkeys.rename.title')}
      width={400}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('passkeys.add.name')}
        maxLength={120}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  );
}

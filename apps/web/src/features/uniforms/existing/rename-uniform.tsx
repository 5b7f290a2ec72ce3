import { TextInput } from '@mantine/core';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useCallForm } from '../../../ui/forms/use-call-form.ts';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadUniforms } from '../uniform-queries.ts';
import { useNameProblem } from '../use-name-problem.ts';

/** Changes the name of a uniform; one that stays the same is not sent. */
export function RenameUniform({ uniform, onClose }: { uniform: Uniform; onClose: () => void }) {
  const { t } = useTranslation();
  const reread = useRereadUniforms();
  const nameProblem = useNameProblem();
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: uniform.name },
    validate: { name: nameProblem },
    send: ({ name }) =>
      name.trim() === uniform.name
        ? Promise.resolve(null)
        : call(uniformsCalls.update, { params: { id: uniform.uniformId }, body: { name: name.trim() } }),
    onDone: async (saved) => {
      onClose();
      if (saved === null) return;
      toastSuccess({ title: t('uniforms.rename.done', { name: saved.name }) });
      await reread();
    },
  });
  return (
    <FormDialog
      title={t('uniforms.rename.title')}
      width={400}
      isBusy={isSending}
      failure={failure}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput label={t('uniforms.form.name')} maxLength={120} {...form.getInputProps('name')} />
    </FormDialog>
  );
}

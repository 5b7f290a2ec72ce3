import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import type { Uniform } from '@sightline/contracts/uniforms/uniform';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts/toast.tsx';
import { useRereadUniforms } from '../uniform-queries.ts';

/** Asks, then deletes a uniform. */
export function RemoveUniform({ uniform, onClose }: { uniform: Uniform; onClose: () => void }) {
  const { t } = useTranslation();
  const reread = useRereadUniforms();
  const { name, uniformId } = uniform;
  return (
    <ConfirmDialog
      title={t('uniforms.remove.title', { name })}
      text={t('uniforms.remove.text')}
      confirmLabel={t('uniforms.remove.action')}
      onConfirm={async () => {
        await call(uniformsCalls.remove, { params: { id: uniformId } });
        toastSuccess({ title: t('uniforms.remove.done', { name }) });
        await reread();
      }}
      onClose={onClose}
    />
  );
}

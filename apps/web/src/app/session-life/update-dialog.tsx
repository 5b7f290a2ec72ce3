import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAppInfo } from '../../platform/app-info/app-info.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { loadNewVersion } from '../updates.ts';

/** Nothing can be done before the new version is loaded: this one may not understand the server any longer. */
export function UpdateDialog() {
  const { t } = useTranslation();
  const product = useAppInfo()?.productName ?? t('common.app.name');
  const update = useMutation({ mutationFn: loadNewVersion });
  const title = t('sessionLife.update.title', { product });
  return (
    <Modal
      opened
      onClose={() => undefined}
      size={400}
      zIndex="var(--s-z-critical)"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
      classNames={{ title: dialog.title, header: dialog.header, body: dialog.body }}
      centered
    >
      <p className={dialog.text}>{t('sessionLife.update.text')}</p>
      <DialogActions>
        <Button loading={update.isPending} onClick={() => update.mutate()} data-autofocus>
          {t('sessionLife.update.action')}
        </Button>
      </DialogActions>
    </Modal>
  );
}

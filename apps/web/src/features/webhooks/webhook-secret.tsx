import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { Fields } from '../../ui/forms/form.tsx';

/** The secret of a webhook, this once. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Fields isWide>
        <p role="status">{t('webhooks.made.once')}</p>
        <CopyValue label={t('webhooks.made.secret')} value={secret} />
        <p>{t('webhooks.made.use')}</p>
      </Fields>
      <DialogActions>
        <Button onClick={onClose} data-autofocus>
          {t('webhooks.made.done')}
        </Button>
      </DialogActions>
    </>
  );
}

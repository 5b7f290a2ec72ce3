import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { CreateKeyForm } from './create-key-form.tsx';

/** Makes a key, then shows it this once: it is kept nowhere in a form that could be read again. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string | null>(null);
  return (
    <Dialog title={t(key === null ? 'apiKeys.create.title' : 'apiKeys.made.title')} width={540} onClose={onClose}>
      {key === null ? (
        <CreateKeyForm onMade={setKey} onClose={onClose} />
      ) : (
        <>
          <Fields isWide>
            <p role="status">{t('apiKeys.made.once')}</p>
            <CopyValue label={t('apiKeys.made.key')} value={key} />
            <p>{t('apiKeys.made.use')}</p>
            <CopyValue
              label={t('apiKeys.made.example')}
              value={`curl -H 'Authorization: Bearer ${key}' ${location.origin}/api/v1/cameras`}
            />
          </Fields>
          <DialogActions>
            <Button onClick={onClose} data-autofocus>
              {t('apiKeys.made.done')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

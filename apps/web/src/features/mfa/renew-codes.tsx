import { Button } from '@mantine/core';
import { mfaCalls } from '@sightline/contracts/mfa/mfa.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { BackupCodes } from './backup-codes.tsx';
import { CodeDialog } from './code-dialog.tsx';

/** Makes new backup codes and shows them once. */
export function RenewCodes() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const renew = useMutation({
    mutationFn: (code: string) => call(mfaCalls.renewBackupCodes, { body: { code } }),
    onSuccess: () => client.invalidateQueries({ queryKey: callKey(mfaCalls.list) }),
  });
  const close = (): void => {
    setAsking(false);
    renew.reset();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('mfa.backup.renew')}
      </Button>
      {isAsking && renew.data === undefined && (
        <CodeDialog
          title={t('mfa.backup.renewTitle')}
          text={t('mfa.backup.renewText')}
          confirmLabel={t('mfa.backup.renew')}
          isBusy={renew.isPending}
          failure={renew.error}
          onConfirm={renew.mutate}
          onClose={close}
        />
      )}
      {isAsking && renew.data !== undefined && (
        <Dialog title={t('mfa.backup.title')} width={475} onClose={close}>
          <BackupCodes codes={renew.data.codes} doneLabel={t('mfa.backup.done')} onDone={close} />
        </Dialog>
      )}
    </>
  );
}

import { Button, Group } from '@mantine/core';
import type { SyncOperation } from '@sightline/contracts/sync-operations/sync-operation';
import { syncOperationsCalls } from '@sightline/contracts/sync-operations/sync-operations.api';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshSoon } from '../../platform/api/cached-items.ts';
import { call } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { queueKeys } from './sync-queries.ts';

type Deed = 'retry' | 'cancel' | 'reset';

const calls = {
  retry: syncOperationsCalls.publish,
  cancel: syncOperationsCalls.cancel,
  reset: syncOperationsCalls.resetPublishCounter,
} as const;

/** What can be done with an operation that the core has not acknowledged. */
export function OperationActions({ operation }: { operation: SyncOperation }) {
  const { t } = useTranslation();
  const { edgeId, edgeLogId, can } = operation;
  const [asksToCancel, setAsksToCancel] = useState(false);
  const deed = useMutation({
    mutationFn: (name: Deed) => call(calls[name], { body: { edgeId, edgeLogId } }),
    onSuccess: (_changed, name) => toastSuccess({ title: t(`syncOperations.done.${name}`) }),
    onError: (failure, name) => toastFailure(t(`syncOperations.failed.${name}`), failure),
    // Also after a refusal: what is shown was not true any more.
    onSettled: () => queueKeys.forEach(refreshSoon),
  });
  const button = (name: Deed, onClick: () => void) => (
    <Button
      variant="default"
      size="compact-md"
      loading={deed.isPending && deed.variables === name}
      disabled={deed.isPending}
      aria-label={t(`syncOperations.actions.${name}Of`, { number: edgeLogId })}
      onClick={onClick}
    >
      {t(`syncOperations.actions.${name}`)}
    </Button>
  );
  return (
    <Group gap={8} wrap="nowrap">
      {can.retry && button('retry', () => deed.mutate('retry'))}
      {can.cancel && button('cancel', () => setAsksToCancel(true))}
      {can.reset && button('reset', () => deed.mutate('reset'))}
      {asksToCancel && (
        <ConfirmDialog
          title={t('syncOperations.cancel.title', { number: edgeLogId })}
          text={t('syncOperations.cancel.text')}
          confirmLabel={t('syncOperations.actions.cancel')}
          onConfirm={async () => {
            // The toast says what failed; the dialog has nothing to add.
            await Promise.allSettled([deed.mutateAsync('cancel')]);
          }}
          onClose={() => setAsksToCancel(false)}
        />
      )}
    </Group>
  );
}

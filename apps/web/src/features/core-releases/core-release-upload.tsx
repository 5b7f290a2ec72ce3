import { Button, FileButton } from '@mantine/core';
import { coreReleasesCalls, packageMediaType } from '@sightline/contracts/core-releases/core-releases.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import classes from '../../ui/forms/form.module.css';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Sends a package to the server, which checks it before it is listed. */
export function CoreReleaseUpload() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reset = useRef<() => void>(null);
  const send = useMutation({
    // Browsers name the type of such files each in their own way.
    mutationFn: (file: File) => call(coreReleasesCalls.upload, { body: new Blob([file], { type: packageMediaType }) }),
    onSuccess: ({ version }) => {
      toastSuccess({ title: t('coreReleases.list.uploaded', { version }) });
      return client.invalidateQueries({ queryKey: callKey(coreReleasesCalls.list) });
    },
    // The same file can be chosen again.
    onSettled: () => reset.current?.(),
  });
  return (
    <div className={classes.actions}>
      <FileButton
        resetRef={reset}
        accept=".gz,.tgz,application/gzip"
        inputProps={{ 'aria-label': t('coreReleases.list.file') }}
        onChange={(file) => file !== null && send.mutate(file)}
      >
        {(props) => (
          <Button {...props} variant="default" loading={send.isPending}>
            {t('coreReleases.list.upload')}
          </Button>
        )}
      </FileButton>
      {send.error !== null && <FormFailure failure={send.error} />}
    </div>
  );
}

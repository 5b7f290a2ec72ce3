import { Button, FileButton } from '@mantine/core';
import { edgeReleasesCalls } from '@sightline/contracts/edge-releases/edge-releases.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { formatShare } from '../../platform/i18n/format-number.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormActions } from '../../ui/forms/form.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { sendPackage } from './send-package.ts';

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a package to the server, part by part; it is checked there before it is listed. */
export function EdgeReleaseUpload() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reset = useRef<() => void>(null);
  const [share, setShare] = useState(0);
  const send = useMutation({
    mutationFn: (file: File) =>
      sendPackage(file, { send: (part) => call(edgeReleasesCalls.uploadPart, part), pause, onProgress: setShare }),
    onMutate: () => setShare(0),
    onSuccess: ({ version }) => {
      toastSuccess({ title: t('edgeReleases.list.uploaded', { version }) });
      return client.invalidateQueries({ queryKey: callKey(edgeReleasesCalls.list) });
    },
    // The same file can be chosen again.
    onSettled: () => reset.current?.(),
  });
  return (
    <FormActions>
      <FileButton
        resetRef={reset}
        accept=".gz,.tgz,application/gzip"
        inputProps={{ 'aria-label': t('edgeReleases.list.file') }}
        onChange={(file) => file !== null && send.mutate(file)}
      >
        {(props) => (
          <Button {...props} variant="default" loading={send.isPending}>
            {t('edgeReleases.list.upload')}
          </Button>
        )}
      </FileButton>
      {send.isPending && (
        <span role="status">
          <bdi>{t('edgeReleases.list.sent', { share: formatShare(share) })}</bdi>
        </span>
      )}
      {send.error !== null && <FormFailure failure={send.error} />}
    </FormActions>
  );
}

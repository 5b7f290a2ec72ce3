import { Button } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { formatTime } from '../../../platform/i18n/format-time.ts';
import { ownZone } from '../../../platform/time/own-zone.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { CopyValue } from '../../../ui/forms/copy-value.tsx';
import { PairProgress } from '../pair-progress.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import classes from '../pair-edge.module.css';

/** Puts another machine in the place of a core: same identity and cameras, a new key; the disk of the old one is taken up when it is there. */
export function ReplaceEdge({ edge }: { edge: Edge }) {
  const { t } = useTranslation();
  const [isAsked, setIsAsked] = useState(false);
  // A core that still runs stays online until the other machine takes its place.
  const [wasOnline] = useState(edge.state === 'online');
  const code = useMutation({ mutationFn: () => call(edgesCalls.createReplacementCode, { params: { id: edge.id } }) });
  return (
    <Stack gap={24} className={classes.stack}>
      <Stack justify="start" gap={12} className={classes.way}>
        <p>{t('edges.replace.text')}</p>
        {code.data === undefined ? (
          <Button
            variant="default"
            leftSection={<IconKey size={16} stroke={1.6} aria-hidden="true" />}
            onClick={() => setIsAsked(true)}
          >
            {t('edges.replace.action')}
          </Button>
        ) : (
          <>
            <CopyValue value={code.data.command} label={t('edges.replace.command')} />
            <p className={classes.hint}>
              {t('edges.pair.codeHint', { time: formatTime(code.data.expiresAt, ownZone()) })}
            </p>
            <p>{t('edges.replace.diskText')}</p>
            <CopyValue value={`${code.data.command} --footage /mnt/old-core`} label={t('edges.replace.diskCommand')} />
            {!wasOnline && <PairProgress edge={edge} />}
          </>
        )}
      </Stack>
      {isAsked && (
        <ConfirmDialog
          title={t('edges.replace.confirmTitle', { name: edge.name })}
          text={t('edges.replace.confirmText')}
          confirmLabel={t('edges.replace.action')}
          onConfirm={async () => {
            await code.mutateAsync();
          }}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Stack>
  );
}

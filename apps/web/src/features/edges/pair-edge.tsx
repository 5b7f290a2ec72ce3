import { Button } from '@mantine/core';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { IconKey, IconServer } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { formatTime } from '../../platform/i18n/format-time.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { CopyValue } from '../../ui/forms/copy-value.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { PairProgress } from './pair-progress.tsx';
import classes from './pair-edge.module.css';

interface PairEdgeProps {
  edge: Edge;
  /** A core waits on the machine that the server runs on. */
  localWaits: boolean;
}

/** Pairs a core: with one press when it waits on the same machine, otherwise with a command and a one-time code. */
export function PairEdge({ edge, localWaits }: PairEdgeProps) {
  const { t } = useTranslation();
  const local = useMutation({ mutationFn: () => call(edgesCalls.claimLocal, { params: { id: edge.id } }) });
  const code = useMutation({ mutationFn: () => call(edgesCalls.createClaimCode, { params: { id: edge.id } }) });
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const isWaiting = local.isSuccess || code.isSuccess;
  return (
    <Stack gap={24} className={classes.stack}>
      {localWaits && (
        <Stack justify="start" gap={12} className={classes.way}>
          <p>{t('edges.pair.localText')}</p>
          <Button
            leftSection={<IconServer size={16} stroke={1.6} aria-hidden="true" />}
            loading={local.isPending || (local.isSuccess && edge.state !== 'online')}
            onClick={() => local.mutate()}
          >
            {t('edges.pair.localAction')}
          </Button>
          {local.error !== null && <FormFailure failure={local.error} />}
        </Stack>
      )}
      <Stack justify="start" gap={12} className={classes.way}>
        <p>{t(localWaits ? 'edges.pair.otherText' : 'edges.pair.text')}</p>
        {code.data === undefined ? (
          <Button
            variant={localWaits ? 'default' : 'filled'}
            leftSection={<IconKey size={16} stroke={1.6} aria-hidden="true" />}
            loading={code.isPending}
            onClick={() => code.mutate()}
          >
            {t('edges.pair.codeAction')}
          </Button>
        ) : (
          <>
            <CopyValue value={code.data.command} label={t('edges.pair.command')} />
            <p className={classes.hint}>{t('edges.pair.codeHint', { time: formatTime(code.data.expiresAt, zone) })}</p>
            <Button variant="default" loading={code.isPending} onClick={() => code.mutate()}>
              {t('edges.pair.newCode')}
            </Button>
          </>
        )}
        {code.error !== null && <FormFailure failure={code.error} />}
      </Stack>
      {isWaiting && <PairProgress edge={edge} />}
    </Stack>
  );
}

import { Button } from '@mantine/core';
import type { Edge } from '@sightline/contracts/edges/edge';
import type { EdgeRecoveryDocument } from '@sightline/contracts/edges/recovery-document';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import { IconDownload, IconFileText, IconPrinter } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { saveFile } from '../../../platform/files/save-file.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormActions } from '../../../ui/forms/form.tsx';
import { Lead } from '../../../ui/page/section.tsx';
import { RecoverySheet } from './recovery-sheet.tsx';

const fileOf = (document: EdgeRecoveryDocument): Blob =>
  new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: 'application/json' });

/** What is needed to put a core up again, to be printed or kept elsewhere. Made when asked for, because every time is written down. */
export function RecoveryDocument({ edge, timeZone }: { edge: Edge; timeZone: string }) {
  const { t } = useTranslation();
  const made = useMutation({ mutationFn: () => call(edgesCalls.recoveryDocument, { params: { id: edge.id } }) });
  return (
    <>
      <Lead>{t('edges.recovery.text')}</Lead>
      <FormActions>
        <Button
          variant="default"
          leftSection={<IconFileText size={16} stroke={1.6} aria-hidden="true" />}
          loading={made.isPending}
          onClick={() => made.mutate()}
        >
          {t(made.data === undefined ? 'edges.recovery.make' : 'edges.recovery.makeAgain')}
        </Button>
        {made.data !== undefined && (
          <>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => globalThis.print()}
            >
              {t('edges.recovery.print')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
              onClick={() => saveFile(fileOf(made.data), `${made.data.core.name} recovery.json`)}
            >
              {t('edges.recovery.download')}
            </Button>
          </>
        )}
      </FormActions>
      {made.error !== null && <FormFailure failure={made.error} />}
      {made.data !== undefined && <RecoverySheet document={made.data} timeZone={timeZone} />}
    </>
  );
}

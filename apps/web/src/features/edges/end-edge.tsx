import { Button } from '@mantine/core';
import { edgesCalls } from '@sightline/contracts/edges/edges.api';
import type { Edge } from '@sightline/contracts/edges/edge';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callKey } from '../../platform/api/client.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Section } from '../../ui/page/section.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';

/** Ways to end a core: revoking its credential, or deleting it when no camera is left. */
export function EndEdge({ edge, onDeleted }: { edge: Edge; onDeleted: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [asked, setAsked] = useState<'revoke' | 'delete' | null>(null);
  const close = (): void => setAsked(null);
  const revoke = async (): Promise<void> => {
    const saved = await call(edgesCalls.revoke, { params: { id: edge.id } });
    client.setQueryData(callKey(edgesCalls.get, { params: { id: edge.id } }), saved);
    toastSuccess({ title: t('edges.revoke.done', { name: edge.name }) });
  };
  const remove = async (): Promise<void> => {
    await call(edgesCalls.remove, { params: { id: edge.id } });
    await client.invalidateQueries({ queryKey: callKey(edgesCalls.list) });
    toastSuccess({ title: t('edges.delete.done', { name: edge.name }) });
    onDeleted();
  };
  return (
    <>
      {edge.can.edit && (edge.state === 'online' || edge.state === 'offline') && (
        <Section title={t('edges.revoke.heading')} lead={t('edges.revoke.text')}>
          <Button variant="default" onClick={() => setAsked('revoke')}>
            {t('edges.revoke.action')}
          </Button>
        </Section>
      )}
      {edge.can.remove && (
        <Section
          title={t('edges.delete.heading')}
          lead={t(edge.cameraCount > 0 ? 'edges.delete.hasCameras' : 'edges.delete.text', { count: edge.cameraCount })}
        >
          <Button variant="default" onClick={() => setAsked('delete')}>
            {t('edges.delete.action')}
          </Button>
        </Section>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title={t('edges.revoke.title', { name: edge.name })}
          text={t('edges.revoke.text')}
          confirmLabel={t('edges.revoke.action')}
          onConfirm={revoke}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('edges.delete.title', { name: edge.name })}
          text={t('edges.delete.text')}
          confirmLabel={t('edges.delete.action')}
          onConfirm={remove}
          onClose={close}
        />
      )}
    </>
  );
}

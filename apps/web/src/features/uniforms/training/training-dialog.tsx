import { Button } from '@mantine/core';
import { uniformsCalls } from '@sightline/contracts/uniforms/uniforms.api';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { ListScreen } from '../../../ui/states/list-screen.tsx';
import { TrainingForm } from './training-form.tsx';

/** What is trained. */
export type TrainingOf = { groupId: string } | { uniformId: string };

interface TrainingDialogProps {
  of: TrainingOf;
  onSaved: () => void;
  onClose: () => void;
}

/** Opens a training: images to mark, how well the result does, and saving it. */
export function TrainingDialog({ of, onSaved, onClose }: TrainingDialogProps) {
  const { t } = useTranslation();
  const [key] = useState(() => crypto.randomUUID());
  const training = useQuery({
    queryKey: ['uniform-training', key],
    queryFn: () => call(uniformsCalls.openTraining, { body: of }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // One that could not be closed ends by itself after a day.
  const close = useMutation({ mutationFn: (id: string) => call(uniformsCalls.closeTraining, { params: { id } }) });
  const end = (): void => {
    if (training.data !== undefined) close.mutate(training.data.id);
    onClose();
  };
  const title = t('uniformId' in of ? 'uniforms.training.again' : 'uniforms.training.title');
  return (
    <Dialog title={title} width={800} onClose={end}>
      <ListScreen list={training} failed={t('uniforms.training.failed')} rows={4}>
        {(data) => (
          <TrainingForm
            training={data}
            onSaved={() => {
              onClose();
              onSaved();
            }}
            onClose={end}
          />
        )}
      </ListScreen>
      {training.data === undefined && (
        <DialogActions>
          <Button variant="default" onClick={end}>
            {t('common.actions.close')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}

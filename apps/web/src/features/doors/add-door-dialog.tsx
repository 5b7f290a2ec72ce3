import { Button, TextInput } from '@mantine/core';
import type { Door } from '@sightline/contracts/doors/door';
import { doorsCalls } from '@sightline/contracts/doors/doors.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { Stack } from '../../ui/layout/stack.tsx';
import { toastSuccess } from '../../ui/toasts/toast.tsx';
import { DoorPicture } from './door-picture.tsx';
import { refreshDoors } from './door-queries.ts';
import classes from './doors.module.css';

type Step = 'closed' | 'open' | 'name' | 'noData';

interface Place {
  door: Door;
  onClose: () => void;
}

interface AskProps {
  door: Door;
  step: 'closed' | 'open';
  /** The picture that is believed to be the open one is the closed one. */
  isSwapped: boolean;
  onAnswer: (isYes: boolean) => void;
}

/** One picture, and whether the door is closed or open in it. */
function Ask({ door, step, isSwapped, onAnswer }: AskProps) {
  const { t } = useTranslation();
  const isFirst = (step === 'closed') !== isSwapped;
  const url = isFirst ? door.closePicture : door.openPicture;
  const question = t(`doors.add.ask.${step}`);
  return (
    <>
      <Stack gap={12}>
        <DoorPicture url={url} alt={t('doors.add.picture')} size="wide" />
        <p className={classes.question} aria-live="polite">
          {url === null ? t('doors.add.unseen') : question}
        </p>
      </Stack>
      <DialogActions>
        <Button variant="default" disabled={url === null} onClick={() => onAnswer(false)}>
          {t('doors.add.no')}
        </Button>
        <Button disabled={url === null} onClick={() => onAnswer(true)} data-autofocus>
          {t('doors.add.yes')}
        </Button>
      </DialogActions>
    </>
  );
}

/** More must be gathered: begin anew, with the pictures the other way round if need be, or leave the door. */
function NoData({ door, onClose, onRetry }: Place & { onRetry: (isSwapped: boolean) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => (door.isSaved ? Promise.resolve({}) : call(doorsCalls.remove, { params: { id: door.id } })),
    onSuccess: async () => {
      onClose();
      await refreshDoors(client);
    },
  });
  return (
    <>
      <Stack gap={12}>
        <p className={classes.question} role="status">
          {t('doors.add.noData')}
        </p>
        <p className={classes.hint}>{t(door.isSaved ? 'doors.add.noDataMarked' : 'doors.add.noDataFound')}</p>
        <Button variant="subtle" className={classes.swap ?? ''} onClick={() => onRetry(true)}>
          {t('doors.add.swap')}
        </Button>
        {removing.error !== null && <FormFailure failure={removing.error} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={() => onRetry(false)} data-autofocus>
          {t('doors.add.retry')}
        </Button>
        <Button loading={removing.isPending} onClick={() => removing.mutate()}>
          {t('doors.add.done')}
        </Button>
      </DialogActions>
    </>
  );
}

/** The name, with which the door is saved. */
function NameIt({ door, isSwapped, onClose }: Place & { isSwapped: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, revision, closeState, openState } = door;
  const { form, onSubmit, isSending, failure } = useCallForm({
    initialValues: { name: door.name },
    send: ({ name }: { name: string }) =>
      call(doorsCalls.update, {
        params: { id },
        body: {
          newName: name.trim(),
          isSaved: true,
          closeState: (isSwapped ? openState : closeState) ?? undefined,
          revision,
        },
      }),
    onDone: async ({ name }) => {
      toastSuccess({ title: t('doors.add.saved', { name }) });
      onClose();
      await refreshDoors(client);
    },
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap={16}>
        <TextInput
          required
          data-autofocus
          label={t('doors.list.name')}
          maxLength={120}
          ref={(input) => {
            if (input !== null && form.values.name === '') input.focus();
          }}
          {...form.getInputProps('name')}
        />
        {failure !== null && <FormFailure failure={failure} />}
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={isSending} disabled={form.values.name.trim() === ''}>
          {t('common.actions.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Asks which picture shows the door closed and which open, then for its name. */
export function AddDoorDialog({ door: opened, onClose }: Place) {
  const { t } = useTranslation();
  // As it was when it was opened: pictures that change meanwhile are no answer to what was asked; the server refuses it then.
  const [door] = useState(opened);
  const [step, setStep] = useState<Step>('closed');
  const [isSwapped, setSwapped] = useState(false);
  const next = { closed: 'open', open: 'name' } as const;
  return (
    <Dialog title={t(door.isSaved ? 'doors.add.titleLooks' : 'doors.add.title')} width={400} onClose={onClose}>
      <p className={classes.hint}>
        <bdi>{door.cameraName}</bdi> · <bdi>{door.locationName}</bdi>
      </p>
      {(step === 'closed' || step === 'open') && (
        <Ask
          key={`${step} ${String(isSwapped)}`}
          door={door}
          step={step}
          isSwapped={isSwapped}
          onAnswer={(isYes) => setStep(isYes ? next[step] : 'noData')}
        />
      )}
      {step === 'name' && <NameIt door={door} isSwapped={isSwapped} onClose={onClose} />}
      {step === 'noData' && (
        <NoData
          door={door}
          onClose={onClose}
          onRetry={(isOther) => {
            setSwapped(isOther ? !isSwapped : isSwapped);
            setStep('closed');
          }}
        />
      )}
    </Dialog>
  );
}

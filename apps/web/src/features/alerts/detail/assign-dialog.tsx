import type { Alert } from '@sightline/contracts/alerts/alert';
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { membersNamed } from '../alert-queries.ts';
import type { AlertDeeds } from '../use-alert-deeds.ts';
import classes from './detail.module.css';

interface AssignDialogProps {
  alert: Alert;
  assign: AlertDeeds['assign'];
  onClose: () => void;
}

const pauseMs = 300;

/** Hands an alert to a member of the organization. */
export function AssignDialog({ alert, assign, onClose }: AssignDialogProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed, pauseMs);
  const [isSending, setSending] = useState(false);
  const members = useQuery({ ...membersNamed(asked), placeholderData: keepPreviousData }).data?.items ?? [];
  const send = async (): Promise<void> => {
    setSending(true);
    const isDone = await assign(alert, chosen);
    setSending(false);
    if (isDone) onClose();
  };
  return (
    <Dialog title={t('alerts.assign.title')} width={400} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.quiet}>{t('alerts.assign.text')}</p>
        <Select
          label={t('alerts.assign.person')}
          data={members.map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          data-autofocus
          value={chosen}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={setChosen}
          nothingFoundMessage={t('alerts.assign.nobody')}
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button disabled={chosen === null} loading={isSending} onClick={() => void send()}>
          {t('alerts.assign.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

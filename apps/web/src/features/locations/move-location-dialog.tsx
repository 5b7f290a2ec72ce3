import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import classes from '../../ui/dialogs/dialog.module.css';
import { Stack } from '../../ui/layout/stack.tsx';
import { locationById } from './location-queries.ts';
import { ParentSelect } from './form/parent-select.tsx';
import { useMoveLocation } from './use-move-location.ts';

interface MoveLocationDialogProps {
  location: { id: string; name: string; revision: number; parentId: string | null };
  onClose: () => void;
}

/** Moves a site without dragging it. */
export function MoveLocationDialog({ location, onClose }: MoveLocationDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [parentId, setParentId] = useState(location.parentId);
  const move = useMoveLocation(onClose);
  const confirm = async (): Promise<void> => {
    const parent = parentId === null ? null : await client.fetchQuery(locationById(parentId));
    move.mutate({ location, parent });
  };
  return (
    <Dialog title={t('locations.move.title', { name: location.name })} width={475} onClose={onClose}>
      <Stack gap={16}>
        <p className={classes.text}>{t('locations.move.text')}</p>
        <ParentSelect
          label={t('locations.form.parent')}
          parentId={parentId}
          locationId={location.id}
          onChange={setParentId}
        />
      </Stack>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button loading={move.isPending} disabled={parentId === location.parentId} onClick={() => void confirm()}>
          {t('locations.move.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

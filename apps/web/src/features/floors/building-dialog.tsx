import { Button, TextInput } from '@mantine/core';
import type { Building } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import classes from '../../ui/dialogs/dialog.module.css';
import { FormFailure } from '../../ui/forms/form-failure.tsx';

interface BuildingDialogProps {
  locationId: string;
  /** The one that is renamed; a new one without. */
  building?: Building;
  onDone: () => void;
  onClose: () => void;
}

/** Makes or renames a building. */
export function BuildingDialog({ locationId, building, onDone, onClose }: BuildingDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(building?.name ?? '');
  const [wasTried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      building === undefined
        ? call(floorsCalls.createBuilding, { params: { id: locationId }, body: { name } })
        : call(floorsCalls.updateBuilding, { params: { id: building.id }, body: { name, revision: building.revision } }),
    onSuccess: onDone,
  });
  return (
    <Dialog title={t(building === undefined ? 'floors.building.add' : 'floors.building.edit')} width={475} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (name.trim() !== '') save.mutate();
        }}
      >
        <div className={classes.stack}>
          <TextInput
            label={t('floors.building.name')}
            maxLength={120}
            value={name}
            error={wasTried && name.trim() === '' ? t('locations.form.nameMissing') : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
            data-autofocus
          />
          {save.error !== null && <FormFailure failure={save.error} />}
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.actions.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import { TextInput } from '@mantine/core';
import type { Building } from '@sightline/contracts/floors/floor';
import { floorsCalls } from '@sightline/contracts/floors/floors.api';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';

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
        : call(floorsCalls.updateBuilding, {
            params: { id: building.id },
            body: { name, revision: building.revision },
          }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (name.trim() !== '') save.mutate();
  };
  return (
    <FormDialog
      title={t(building === undefined ? 'floors.building.add' : 'floors.building.edit')}
      isBusy={save.isPending}
      failure={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        required
        label={t('floors.building.name')}
        maxLength={120}
        value={name}
        error={wasTried && name.trim() === '' ? t('locations.form.nameMissing') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}

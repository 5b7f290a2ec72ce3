import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshVehicles } from './vehicle-queries.ts';

type EditedValues = Pick<Vehicle, 'plate' | 'make' | 'color'> & { owner: string };

/** The one row that is being edited, and what can be done with it. */
export interface InlineEdit {
  id: string | null;
  values: EditedValues;
  isSaving: boolean;
  /** Begins with a row; another one that was being edited is left as it was. */
  begin: (vehicle: Vehicle) => void;
  change: (part: Partial<EditedValues>) => void;
  cancel: () => void;
  save: () => void;
  /** Enter saves, Escape leaves it as it was. */
  onKeyDown: (event: KeyboardEvent) => void;
}

const nothing: EditedValues = { plate: '', owner: '', make: null, color: null };

/** Editing in the table, one row at a time. */
export function useInlineEdit(): InlineEdit {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [edited, setEdited] = useState<Vehicle | null>(null);
  const [values, setValues] = useState(nothing);
  const saving = useMutation({
    mutationFn: ({ plate, revision }: Vehicle) =>
      call(vehiclesCalls.update, {
        params: { plate },
        body: { ...values, plate: values.plate.toLowerCase(), revision },
      }),
    onSuccess: async () => {
      setEdited(null);
      toastSuccess({ title: t('vehicles.edit.done') });
      await refreshVehicles(client);
    },
    onError: async (failure) => {
      toastFailure(t('vehicles.edit.failed'), failure);
      // Somebody else may have changed the row: what is shown below is then read anew.
      await refreshVehicles(client);
    },
  });
  const cancel = (): void => setEdited(null);
  const save = (): void => {
    if (edited !== null && values.plate.trim() !== '' && !saving.isPending) saving.mutate(edited);
  };
  return {
    id: edited?.id ?? null,
    values,
    isSaving: saving.isPending,
    begin: (vehicle) => {
      const { plate, owner, make, color } = vehicle;
      setValues({ plate: plate.toUpperCase(), owner: owner ?? '', make, color });
      setEdited(vehicle);
    },
    change: (part) => setValues((before) => ({ ...before, ...part })),
    cancel,
    save,
    onKeyDown: (event) => {
      if (event.key === 'Escape') cancel();
      if (event.key === 'Enter') save();
    },
  };
}

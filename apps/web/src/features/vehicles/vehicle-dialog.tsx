import { Button, TextInput } from '@mantine/core';
import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api/client.ts';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Fields } from '../../ui/forms/form.tsx';
import { useCallForm } from '../../ui/forms/use-call-form.ts';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { ColorSelect, MakeSelect } from './vehicle-selects.tsx';
import { refreshVehicles } from './vehicle-queries.ts';

/** What is known of a vehicle that cameras have seen. */
export interface SeenVehicle {
  plate: string;
  lastSeen: number | null;
  edgeId: string | null;
}

type NewVehicle = Pick<Vehicle, 'make' | 'color'> & { plate: string; owner: string };

interface VehicleDialogProps {
  /** Null: one that no camera has seen. */
  seen: SeenVehicle | null;
  onClose: () => void;
}

/** Adds a vehicle: plate, and if it is known owner, make and colour. */
export function VehicleDialog({ seen, onClose }: VehicleDialogProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { form, onSubmit, isSending, isSent } = useCallForm<NewVehicle, Vehicle>({
    initialValues: { plate: seen?.plate.toUpperCase() ?? '', owner: '', make: null, color: null },
    send: async ({ plate, ...rest }) => {
      try {
        const sight = { lastSeen: seen?.lastSeen ?? null, edgeId: seen?.edgeId ?? null };
        return await call(vehiclesCalls.create, { body: { plate: plate.trim().toLowerCase(), ...rest, ...sight } });
      } catch (failure) {
        toastFailure(t('vehicles.create.failed'), failure);
        throw failure;
      }
    },
    atField: { plate_taken: 'plate' },
    onDone: async () => {
      toastSuccess({ title: t('vehicles.create.done') });
      onClose();
      await refreshVehicles(client);
    },
  });
  const { plate, make, color } = form.values;
  const plateProps = form.getInputProps('plate');
  return (
    <Dialog title={t('vehicles.create.title')} width={540} onClose={onClose}>
      <form onSubmit={onSubmit} noValidate>
        <UnsavedGuard isDirty={() => form.isDirty() && !isSent} />
        <Fields isWide>
          <TextInput
            required
            label={t('vehicles.list.plate')}
            maxLength={20}
            spellCheck={false}
            {...plateProps}
            onChange={(event) => form.setFieldValue('plate', event.currentTarget.value.toUpperCase())}
          />
          <TextInput label={t('vehicles.list.owner')} maxLength={120} {...form.getInputProps('owner')} />
          <MakeSelect value={make} onChange={(next) => form.setFieldValue('make', next)} />
          <ColorSelect value={color} onChange={(next) => form.setFieldValue('color', next)} />
        </Fields>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={!/[\p{L}\p{Nd}]/u.test(plate)}>
            {t('vehicles.create.action')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

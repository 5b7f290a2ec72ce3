import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { vehiclesCalls } from '@sightline/contracts/vehicles/vehicles.api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/client.ts';
import { formatCount } from '../../platform/i18n/format-number.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts/toast.tsx';
import { refreshVehicles } from './vehicle-queries.ts';

const atOnce = 4;

/** Deletes each by its plate; one that is gone already is no failure. Answers those that are still there, and why the first is. */
async function removeEach(vehicles: readonly Vehicle[]): Promise<{ left: Vehicle[]; failure: unknown }> {
  const waiting = [...vehicles];
  const left: Vehicle[] = [];
  let failure: unknown = null;
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      try {
        await call(vehiclesCalls.remove, { params: { plate: next.plate } });
      } catch (refused) {
        if (toApiError(refused).code === 'not_found') continue;
        failure ??= refused;
        left.push(next);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { left, failure };
}

interface RemoveVehiclesProps {
  vehicles: readonly Vehicle[];
  /** Those that could not be deleted. */
  onDone: (left: readonly Vehicle[]) => void;
  onClose: () => void;
}

/** Asks, then deletes one vehicle or several. */
export function RemoveVehicles({ vehicles, onDone, onClose }: RemoveVehiclesProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const count = vehicles.length;
  const [first] = vehicles;
  const plate = first?.plate.toUpperCase() ?? '';
  const isOne = count === 1;
  return (
    <ConfirmDialog
      title={
        isOne
          ? t('vehicles.remove.title', { plate })
          : t('vehicles.remove.titleMany', { count, shown: formatCount(count) })
      }
      text={t('vehicles.remove.text')}
      confirmLabel={t('vehicles.remove.action', { count })}
      onClose={onClose}
      onConfirm={async () => {
        const { left, failure } = await removeEach(vehicles);
        if (failure !== null) toastFailure(t('vehicles.remove.failed', { count: left.length }), failure);
        else toastSuccess({ title: isOne ? t('vehicles.remove.done') : t('vehicles.remove.doneMany') });
        onDone(left);
        await refreshVehicles(client);
      }}
    />
  );
}

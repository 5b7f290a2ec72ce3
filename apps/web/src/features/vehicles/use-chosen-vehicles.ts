import type { Vehicle } from '@sightline/contracts/vehicles/vehicle';
import { useState } from 'react';

/** Vehicles with which something is to be done. */
export interface ChosenVehicles {
  list: readonly Vehicle[];
  has: (id: string) => boolean;
  /** All that are loaded are chosen. */
  isAll: boolean;
  toggle: (vehicle: Vehicle) => void;
  toggleAll: () => void;
  /** These alone are chosen from now on. */
  keep: (vehicles: readonly Vehicle[]) => void;
}

/** Choosing rows of the table; what is no longer listed is no longer chosen. */
export function useChosenVehicles(rows: readonly Vehicle[]): ChosenVehicles {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const list = rows.filter(({ id }) => ids.has(id));
  const isAll = rows.length > 0 && list.length === rows.length;
  const keep = (vehicles: readonly Vehicle[]): void => setIds(new Set(vehicles.map(({ id }) => id)));
  return {
    list,
    has: (id) => ids.has(id),
    isAll,
    toggle: (vehicle) => keep(ids.has(vehicle.id) ? list.filter(({ id }) => id !== vehicle.id) : [...list, vehicle]),
    toggleAll: () => keep(isAll ? [] : rows),
    keep,
  };
}

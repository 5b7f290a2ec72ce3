import type { FaultyLine, VehicleImport } from '@sightline/contracts/vehicles/vehicle-import';
import type { ImportRow } from './vehicle-imports.repository.ts';

export const presentImport = (row: ImportRow, faults: readonly FaultyLine[]): VehicleImport => {
  const { id, name, state, cause, lines, done, inserted, skipped, failed, createdAt } = row;
  return {
    id,
    name,
    // One that is still being sent is not begun.
    state: state === 'sending' ? 'waiting' : state,
    cause,
    lines,
    done,
    inserted,
    skipped,
    failed,
    faults: faults.map(({ line, plate, fault }) => ({ line, plate, fault })),
    startedAtUtcMs: createdAt.getTime(),
  };
};

import type { Building, Floor, FloorSummary } from '@sightline/contracts/floors/floor';
import type { BuildingRow, FloorRow, PlacedRow } from './floors.repository.ts';

/** Path of the picture of a floor, which is signed for whoever may see it. */
export const planPath = (floorId: string): string => `/api/v1/media/floors/${floorId}/plan`;

const headOf = ({ id, name, level, widthM, revision }: FloorRow) => ({ id, name, level, widthM, revision });

/** `placed`: what stands on the floor and may be seen. */
export const presentSummary = (row: FloorRow, placed: readonly PlacedRow[]): FloorSummary => ({
  ...headOf(row),
  hasPlan: row.planKey !== null,
  cameraCount: placed.filter(({ floorId }) => floorId === row.id).length,
});

export const presentBuilding = (
  row: BuildingRow,
  parts: { floors: readonly FloorRow[]; placed: readonly PlacedRow[]; mayEdit: boolean },
): Building => ({
  id: row.id,
  locationId: row.locationId,
  name: row.name,
  revision: row.revision,
  floors: parts.floors
    .filter(({ buildingId }) => buildingId === row.id)
    .map((floor) => presentSummary(floor, parts.placed)),
  can: { edit: parts.mayEdit },
});

/** `sign` makes an address that opens the picture for five minutes. */
export const presentFloor = (
  row: FloorRow,
  parts: { placed: readonly PlacedRow[]; mayEdit: boolean; sign: (path: string) => string },
): Floor => {
  const { planKey, planWidthPx, planHeightPx } = row;
  return {
    ...headOf(row),
    buildingId: row.buildingId,
    buildingName: row.buildingName,
    locationId: row.locationId,
    plan:
      planKey === null || planWidthPx === null || planHeightPx === null
        ? null
        : { url: parts.sign(planPath(row.id)), widthPx: planWidthPx, heightPx: planHeightPx },
    cameras: parts.placed.map(({ cameraId, x, y, headingDeg, fovDeg, rangeM }) => ({
      cameraId,
      x,
      y,
      headingDeg,
      fovDeg,
      rangeM,
    })),
    can: { edit: parts.mayEdit },
  };
};

import type { FavouriteKind } from '@sightline/contracts/favourites/favourite';
import type { ColumnType, Generated } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface FavouriteRow {
  organizationId: string;
  userId: string;
  kind: FavouriteKind;
  entityId: string;
  starredAt: Generated<Date>;
}

interface BuildingRow {
  organizationId: string;
  id: string;
  locationId: string;
  name: string;
  revision: Generated<number>;
}

interface FloorRow {
  organizationId: string;
  id: string;
  buildingId: string;
  name: string;
  level: number;
  widthM: number;
  planKey: Defaulted<string | null>;
  planType: Defaulted<string | null>;
  planWidthPx: Defaulted<number | null>;
  planHeightPx: Defaulted<number | null>;
  revision: Generated<number>;
}

interface FloorCameraRow {
  organizationId: string;
  cameraId: string;
  floorId: string;
  x: number;
  y: number;
  headingDeg: number;
  fovDeg: number;
  rangeM: number;
}

/** Tables of the home of sites: stars, buildings, floors and what stands on them. */
export interface HomeSchema {
  favourites: FavouriteRow;
  buildings: BuildingRow;
  floors: FloorRow;
  floorCameras: FloorCameraRow;
}

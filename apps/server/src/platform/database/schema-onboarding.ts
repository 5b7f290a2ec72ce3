import type { ImportSettings } from '@sightline/contracts/camera-onboarding/camera-import';
import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { StreamTest } from '@sightline/contracts/cameras/camera';
import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface CameraScanRow {
  organizationId: string;
  id: string;
  edgeId: string;
  createdBy: string;
  state: 'running' | 'finished' | 'cancelled' | 'failed';
  cause: Defaulted<string | null>;
  probesSubnet: boolean;
  startedAt: Date;
  endsBy: Date;
  devices: ColumnType<FoundDevice[], string | undefined, string>;
  isCut: Defaulted<boolean>;
}

interface CameraImportRow {
  expectedRows: number | null;
  organizationId: string;
  id: string;
  type: 'scan' | 'file';
  fileName: string;
  edgeId: string;
  locationId: string;
  settings: Json<ImportSettings>;
  createdBy: string;
  createdAt: Date;
  cause: Defaulted<string | null>;
}

interface CameraImportLineRow {
  organizationId: string;
  importId: string;
  line: number;
  name: string;
  host: string;
  port: number;
  url: string;
  username: string;
  sealed: Buffer | null;
  state: 'open' | 'created' | 'failed';
  wanted: Defaulted<'test' | 'create' | null>;
  lastAction: Defaulted<'test' | 'create' | null>;
  cause: Defaulted<string | null>;
  fields: Defaulted<string[]>;
  test: ColumnType<StreamTest | null, string | null | undefined, string | null>;
  hasSnapshot: Defaulted<boolean>;
  cameraId: Defaulted<string | null>;
}

interface CameraImportWorkRow {
  organizationId: string;
  importId: string;
  sessionId: string;
  isWanted: Defaulted<boolean>;
  beatAt: Defaulted<Date | null>;
  expiresAt: Date;
}

/** Tables of cameras on their way in. */
export interface OnboardingSchema {
  cameraScans: CameraScanRow;
  cameraImports: CameraImportRow;
  cameraImportRows: CameraImportLineRow;
  cameraImportWork: CameraImportWorkRow;
}

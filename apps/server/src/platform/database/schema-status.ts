import type { StreamStatus } from '@sightline/contracts/cameras/camera';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { StatusPart, StatusState } from '@sightline/contracts/status/status';
import type { ColumnType, Generated } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** What a status can belong to. */
export type StatusKind = 'camera' | 'edge' | 'location';

interface StatusRow {
  organizationId: string;
  entityId: string;
  kind: StatusKind;
  state: Defaulted<StatusState>;
  part: Defaulted<StatusPart | null>;
  cause: Defaulted<ErrorCode | null>;
  since: Generated<Date>;
  seenState: Defaulted<StatusState>;
  seenSince: Generated<Date>;
  isBad: Defaulted<boolean>;
  turns: Generated<Date[]>;
  flappingSince: Defaulted<Date | null>;
  dueAt: Defaulted<Date | null>;
  heldUntil: Defaulted<Date | null>;
}

interface StatusChangeRow {
  organizationId: string;
  id: string;
  entityId: string;
  at: Date;
  fromState: StatusState;
  toState: StatusState;
  part: StatusPart | null;
  cause: ErrorCode | null;
  isFlapping: boolean;
}

interface CameraPartsRow {
  organizationId: string;
  cameraId: string;
  analytics: ColumnType<StreamStatus, string, string>;
  smartStorage: ColumnType<StreamStatus, string, string>;
  audioEnabled: boolean;
}

interface StatusWorkRow {
  id: Generated<number>;
  organizationId: string;
  kind: StatusKind;
  entityId: string;
  dueAt: Generated<Date>;
}

/** Tables of what is shown of cameras, cores and locations. */
export interface StatusSchema {
  statuses: StatusRow;
  statusChanges: StatusChangeRow;
  cameraParts: CameraPartsRow;
  statusWork: StatusWorkRow;
}

import type { ErrorCode } from '@sightline/contracts/shared/errors';
import type { ExportState } from '@sightline/contracts/exports/export';
import type { CameraPrivacy } from '../privacy/camera-privacy.ts';

/** Main → job worker, the whole wanted state each time. */
export interface JobWorkerConfig {
  busSocketPath: string;
  /** SQLite file of the edge store; opened read-only. */
  storePath: string;
  /** Folder that segment paths are relative to. */
  volume: string;
  /** Id that its disk bears; null or absent: whatever lies there is read. */
  mark?: string | null;
  /** Folder for unfinished exports; emptied of what no job owns. */
  exportFolder: string;
  /** Where versions of the software lie, if this core is updated over the link. */
  softwareFolder?: string | null;
  /** `http(s)://host:port` of the server; null while not claimed. */
  serverUrl: string | null;
  serverCa: string | null;
  cameras: {
    cameraId: string;
    streams: { streamId: string; kind: 'main' | 'sub'; footageId?: string }[];
    privacy: CameraPrivacy | null;
  }[];
}

/**
 * Commands of the job worker are those of the link: `camera.test`, `camera.poster`, `export.start` (asking again for a
 * running export is no error: main asks again after a restart of the worker) and `export.cancel`. Events it emits:
 */
export interface ExportStateEvent {
  type: 'export.state';
  exportId: string;
  state: ExportState;
  /** 0..1 over writing and uploading together. */
  progress: number;
  failure: ErrorCode | null;
  bytes: number | null;
  sha256: string | null;
}

export type JobWorkerEvent = ExportStateEvent;

import type { CameraPagePlace } from '@sightline/domain/cameras/camera-page-place';

/** Main → page worker, the whole wanted state each time. Its commands are those of the link that begin with `cameraPage.`. */
export interface CameraPagesWorkerConfig {
  serverUrl: string;
  serverCa: string | null;
  /** Networks outside of the private ones that devices may lie in. */
  deviceNetworks: string[];
  /** Cameras whose page may be opened, and where it is. */
  pages: { cameraId: string; place: CameraPagePlace }[];
}

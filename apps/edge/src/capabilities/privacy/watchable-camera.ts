import type { CameraPrivacy } from './camera-privacy.ts';

/** What the live worker knows about a camera: its streams, in no order, and what it hides. */
export interface WatchableCamera {
  cameraId: string;
  /** `footageId`: the stream that holds the footage, when this one is not written. */
  streams: { streamId: string; kind: 'main' | 'sub'; footageId?: string }[];
  privacy: CameraPrivacy | null;
}

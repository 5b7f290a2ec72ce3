import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** What a live view of a camera at this place may show: the live picture, what was recorded, and what the camera hides. */
export const viewRights = (
  actor: MemberActor,
  entityPath: readonly string[],
): { live: boolean; playback: boolean; originals: boolean } => ({
  live: mayAt(actor, 'CameraView', entityPath),
  playback: mayAt(actor, 'PlaybackView', entityPath),
  originals: mayAt(actor, 'OriginalsView', entityPath),
});

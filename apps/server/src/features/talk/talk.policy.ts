import { mayAt } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Whether somebody may be heard through a camera at this place: only where they may also see whom they speak to. */
export const mayTalk = (actor: MemberActor, entityPath: readonly string[]): boolean =>
  actor.apiKeyId === undefined && mayAt(actor, 'CameraTalk', entityPath) && mayAt(actor, 'CameraView', entityPath);

import type { GrantedCamera } from '@sightline/contracts/local-grants/local-grant';
import type { Scope } from '@sightline/domain/permissions/grant';
import { mayAt, scopeFor } from '../../platform/auth/entity-right.ts';
import type { MemberActor } from '../../platform/auth/actor.ts';

/** Whether somebody is given grants at all: help from outside ends by the hour, and programs need no night without the cloud. */
export const maySeeLocally = (actor: MemberActor): boolean =>
  actor.apiKeyId === undefined && actor.viaOrganizationId === undefined;

/** Cameras that the actor may see; the list is filtered by it in the database. */
export const grantableCameras = (actor: MemberActor): Scope => scopeFor(actor, 'CameraView');

/** What the actor may see of a camera at this place, as a grant says it; null: nothing. */
export const grantedAt = (actor: MemberActor, id: string, path: readonly string[]): GrantedCamera | null =>
  mayAt(actor, 'CameraView', path)
    ? { id, playback: mayAt(actor, 'PlaybackView', path), originals: mayAt(actor, 'OriginalsView', path) }
    : null;

/** Whether a grant allows something that is not allowed any more. */
export const isTooMuch = (granted: GrantedCamera, now: GrantedCamera | null): boolean =>
  now === null || (granted.playback && !now.playback) || (granted.originals && !now.originals);

import type { PostedEvent } from '@sightline/contracts/event-tags/event-tag';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Something that was posted at a camera, with its core. */
export interface PostedAt extends Required<PostedEvent> {
  organizationId: string;
  edgeId: string;
}

/** Another system posted an event, in the transaction in which it is kept. */
export const eventPosted = hookPoint<[work: ChangeWork, posted: PostedAt]>('eventTags.posted');

/** Before an event tag has another name. Whoever goes by the one that it has throws `event_tag_in_use`, with the names of what does (`users`). */
export const eventTagRenames = hookPoint<[trx: Work, actor: MemberActor, named: string]>('eventTags.renames');

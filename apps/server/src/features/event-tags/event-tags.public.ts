import type { PostedEvent } from '@sightline/contracts/event-tags/event-tag';
import type { ChangeWork } from '../../platform/database/changes.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Something that was posted at a camera, with its core. */
export interface PostedAt extends Required<PostedEvent> {
  organizationId: string;
  edgeId: string;
}

/** Another system posted an event, in the transaction in which it is kept. */
export const eventPosted = hookPoint<[work: ChangeWork, posted: PostedAt]>('eventTags.posted');

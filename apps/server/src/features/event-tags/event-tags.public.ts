import type { EventTag, PostedEvent } from '@sightline/contracts/event-tags/event-tag';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { ChangeWork } from '../../platform/database/changes.ts';
import type { Work } from '../../platform/database/database.ts';
import { findTagNamed } from './event-tag-rows.repository.ts';
import { hookPoint } from '../../platform/features/hooks.ts';

/** Something that was posted at a camera, with its core. */
export interface PostedAt extends Required<PostedEvent> {
  organizationId: string;
  edgeId: string;
}

/** The fields of the event tag of a name, in whatever case; null where there is no such tag. */
export const fieldsOfTag = async (
  trx: Work,
  organizationId: string,
  name: string,
): Promise<EventTag['fields'] | null> => (await findTagNamed(trx, organizationId, name))?.fields ?? null;

/** Another system posted an event, in the transaction in which it is kept. */
export const eventPosted = hookPoint<[work: ChangeWork, posted: PostedAt]>('eventTags.posted');

/** What an event tag ceases to be: its name, or with `fields` only those of its fields. */
interface TagLoss {
  name: string;
  fields: readonly string[] | null;
}

/** Before an event tag has another name or lacks a field. Whoever goes by what it has throws `event_tag_in_use`, with the names of what does (`users`). */
export const eventTagLoses = hookPoint<[trx: Work, actor: MemberActor, loss: TagLoss]>('eventTags.loses');

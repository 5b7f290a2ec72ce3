import type { EventTagFieldType, EventTagInput, PostedEvent } from '@sightline/contracts/event-tags/event-tag';
import { AppError } from '@sightline/contracts/shared/errors';

type Said = PostedEvent['fields'][string];

const holds: Record<EventTagFieldType, (said: Said) => boolean> = {
  Text: (said) => typeof said === 'string',
  Boolean: (said) => typeof said === 'boolean',
  Number: (said) => Number.isInteger(said),
  Decimal: (said) => typeof said === 'number',
};

/** Fields that an event tag names hold what it says; one that is left out, or that it doesn't name, is nobody's mistake. Throws `event_tag_field_type`. */
export function requireFieldTypes(tag: Pick<EventTagInput, 'fields'>, said: PostedEvent['fields']): void {
  for (const { name, type } of tag.fields) {
    const value = said[name];
    if (value !== undefined && !holds[type](value))
      throw new AppError('event_tag_field_type', { fields: [`fields.${name}`], type });
  }
}

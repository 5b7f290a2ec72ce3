import type { EventTag } from '@sightline/contracts/event-tags/event-tag';
import type { EventTagRow } from './event-tag-rows.repository.ts';

export const presentTag = ({ id, name, videoLength, fields, revision, updatedAt }: EventTagRow): EventTag => ({
  id,
  name,
  videoLength,
  fields,
  revision,
  updatedAtUtcMs: updatedAt.getTime(),
});

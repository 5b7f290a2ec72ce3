import type { EventTag } from '@sightline/contracts/event-tags/event-tag';
import { csvTime, type ListCsv } from '../../ui/chosen/list-csv.ts';

/** Event tags as files hold them. */
export const eventTagsCsv: ListCsv<EventTag> = {
  fileName: 'event-tags.csv',
  head: ['name', 'id', 'seconds of footage', 'fields', 'changed'],
  cellsOf: ({ name, id, videoLength, fields, updatedAtUtcMs }) => [
    name,
    id,
    String(videoLength),
    fields.map((field) => `${field.name}: ${field.type}`).join('; '),
    csvTime(updatedAtUtcMs),
  ],
};

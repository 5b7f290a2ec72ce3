import type { EventTag, EventTagFieldType, EventTagInput } from '@sightline/contracts/event-tags/event-tag';

/** What somebody is typing: a field may lack its type, and the length may be no number yet. */
export interface EventTagValues {
  name: string;
  videoLength: number | string;
  fields: { name: string; type: EventTagFieldType | null }[];
}

/** Seconds of footage that an event tag has. */
export const lengthRange = { min: 10, max: 180 } as const;

/** A further one. */
export const newEventTag: EventTagValues = { name: '', videoLength: lengthRange.min, fields: [] };

/** One that is there, for typing. */
export const valuesOf = ({ name, videoLength, fields }: EventTag): EventTagValues => ({ name, videoLength, fields });

const fieldName = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** What must be put right before it is sent. */
export type EventTagFault = 'videoLength' | 'fieldsIncomplete' | 'fieldName' | 'fieldTwice';

/** Whether a name of a field is one that rules and programs can write. */
export const isFieldName = (name: string): boolean => fieldName.test(name.trim());

/** The first thing that is wrong; null when it can be sent. */
export function faultOf({ videoLength, fields }: EventTagValues): EventTagFault | null {
  const seconds = Number(videoLength);
  if (!Number.isInteger(seconds) || seconds < lengthRange.min || seconds > lengthRange.max) return 'videoLength';
  if (fields.some(({ name, type }) => name.trim() === '' || type === null)) return 'fieldsIncomplete';
  if (fields.some(({ name }) => !isFieldName(name))) return 'fieldName';
  return new Set(fields.map(({ name }) => name.trim())).size < fields.length ? 'fieldTwice' : null;
}

/** As it is sent; one without a name has this one. */
export const inputOf = ({ name, videoLength, fields }: EventTagValues, untitled: string): EventTagInput => ({
  name: name.trim() === '' ? untitled : name.trim(),
  videoLength: Number(videoLength),
  fields: fields.flatMap((field) => (field.type === null ? [] : [{ name: field.name.trim(), type: field.type }])),
});

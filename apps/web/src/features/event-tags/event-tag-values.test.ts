import { expect, it } from 'vitest';
import { faultOf, inputOf, newEventTag } from './event-tag-values.ts';

const field = (name: string, type: 'Text' | null = 'Text') => ({ name, type });

it.each([
  ['videoLength', { videoLength: 9 }],
  ['videoLength', { videoLength: 181 }],
  ['videoLength', { videoLength: '' }],
  ['videoLength', { videoLength: 10.5 }],
  ['fieldsIncomplete', { fields: [field('people', null)] }],
  ['fieldsIncomplete', { fields: [field(' ')] }],
  ['fieldName', { fields: [field('is open')] }],
  ['fieldTwice', { fields: [field('people'), field('people ')] }],
] as const)('DB-TAG-005 DB-TAG-009 finds %s wrong in %j', (fault, change) => {
  expect(faultOf({ ...newEventTag, ...change, fields: [...('fields' in change ? change.fields : [])] })).toBe(fault);
});

it('DB-TAG-008 DB-TAG-012 begins with 10 seconds, and names what was left without a name', () => {
  expect(newEventTag.videoLength).toBe(10);
  expect(faultOf({ ...newEventTag, videoLength: '180' })).toBeNull();
  expect(inputOf({ name: '  ', videoLength: '120', fields: [field(' people ')] }, 'Untitled event tag')).toEqual({
    name: 'Untitled event tag',
    videoLength: 120,
    fields: [{ name: 'people', type: 'Text' }],
  });
});

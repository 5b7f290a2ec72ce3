import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/api-error.ts';
import { refusedField, type FieldOfCode } from './refused-field.ts';

const fields: FieldOfCode<{ name: string; note: string }> = { name_taken: 'name' };
const refusal = (code: 'name_taken' | 'conflict') =>
  new ApiError({ code, data: {}, message: '', requestId: null }, 409);

test('a refusal that is about the whole form, or none at all, is put at no field', () => {
  expect([refusedField(refusal('conflict'), fields), refusedField(null, fields)]).toEqual([null, null]);
  expect(refusedField(refusal('name_taken'), {})).toBeNull();
});

test('a refusal that is about a field is said there, with its code', () => {
  expect(refusedField(refusal('name_taken'), fields)).toEqual({ field: 'name', code: 'name_taken' });
});

import { expect, test } from 'vitest';
import { whatIsMissing } from './what-is-missing.ts';

const bare = { id: 'bare', capabilities: ['rules', 'motion', 'tampering'] };
const seeing = { id: 'seeing', capabilities: [...bare.capabilities, 'detect:general', 'fireSmoke:pack'] };
const silent = { id: 'silent', capabilities: [] };

test('says nothing of cores that were never online, or that the person does not see', () => {
  expect(whatIsMissing('fire', undefined, undefined)).toBeNull();
  expect(whatIsMissing('fire', [silent], ['silent'])).toBeNull();
  expect(whatIsMissing('fire', [bare], ['elsewhere'])).toBeNull();
});

test('names what is missing: a model, a device', () => {
  expect(whatIsMissing('fire', [bare], undefined)).toBe('model');
  expect(whatIsMissing('loitering', [bare], ['bare'])).toBe('model');
  expect(whatIsMissing('door', [bare], undefined)).toBe('device');
  expect(whatIsMissing('doorTailgating', [seeing], undefined)).toBe('device');
  expect(whatIsMissing('tampering', [{ id: 'old', capabilities: ['rules'] }], undefined)).toBe('core');
  expect(whatIsMissing('motion', [{ id: 'old', capabilities: ['rules'] }], undefined)).toBe('core');
});

test('says nothing where a core has it, and asks the cores of all chosen cameras', () => {
  expect(whatIsMissing('fire', [bare, seeing], undefined)).toBeNull();
  expect(whatIsMissing('fire', [bare, seeing], ['seeing'])).toBeNull();
  expect(whatIsMissing('fire', [bare, seeing], ['bare', 'seeing'])).toBe('model');
  expect(whatIsMissing('coreStatus', [bare], undefined)).toBeNull();
});

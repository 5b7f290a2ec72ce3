import { expect, test } from 'vitest';
import { newCondition } from '../rule-values.ts';
import { whatIsMissing } from './what-is-missing.ts';

const bare = { id: 'bare', capabilities: ['rules', 'motion', 'tampering'] };
const seeing = { id: 'seeing', capabilities: [...bare.capabilities, 'detect:general', 'fireSmoke:pack'] };
const silent = { id: 'silent', capabilities: [] };

test('says nothing of cores that were never online, or that the person does not see', () => {
  expect(whatIsMissing(newCondition('fire'), undefined, undefined)).toBeNull();
  expect(whatIsMissing(newCondition('fire'), [silent], ['silent'])).toBeNull();
  expect(whatIsMissing(newCondition('fire'), [bare], ['elsewhere'])).toBeNull();
});

test('names what is missing: a model, a device', () => {
  expect(whatIsMissing(newCondition('fire'), [bare], undefined)).toBe('model');
  expect(whatIsMissing(newCondition('loitering'), [bare], ['bare'])).toBe('model');
  expect(whatIsMissing(newCondition('door'), [bare], undefined)).toBe('core');
  const judging = { id: 'judging', capabilities: ['rules', 'doorRules'] };
  expect(whatIsMissing(newCondition('door'), [judging], undefined)).toBe('device');
  expect(whatIsMissing(newCondition('doorTailgating'), [seeing], undefined)).toBe('core');
  const telling = { id: 'telling', capabilities: ['rules', 'doorSight'] };
  expect(whatIsMissing(newCondition('eventValidation'), [telling], undefined)).toBe('model');
  expect(whatIsMissing(newCondition('tampering'), [{ id: 'old', capabilities: ['rules'] }], undefined)).toBe('core');
  expect(whatIsMissing(newCondition('motion'), [{ id: 'old', capabilities: ['rules'] }], undefined)).toBe('core');
});

test('says nothing where a core has it, and asks the cores of all chosen cameras', () => {
  expect(whatIsMissing(newCondition('fire'), [bare, seeing], undefined)).toBeNull();
  expect(whatIsMissing(newCondition('fire'), [bare, seeing], ['seeing'])).toBeNull();
  expect(whatIsMissing(newCondition('fire'), [bare, seeing], ['bare', 'seeing'])).toBe('model');
  expect(whatIsMissing(newCondition('coreStatus'), [bare], undefined)).toBeNull();
});

test('says that a core is too old for an option, and nothing of a rule without it', () => {
  const old = { id: 'old', capabilities: ['rules', 'detect:general'] };
  const newer = { id: 'newer', capabilities: [...old.capabilities, 'ruleOptions:stayCounts'] };
  const once = newCondition('loitering');
  const inAll = { ...once, counts: 'sum' };
  expect(whatIsMissing(inAll, [old], ['old'])).toBe('core');
  expect(whatIsMissing(inAll, [old, newer], ['old', 'newer'])).toBe('core');
  expect(whatIsMissing(inAll, [old, newer], ['newer'])).toBeNull();
  expect(whatIsMissing(once, [old], ['old'])).toBeNull();
});

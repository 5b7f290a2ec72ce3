import { expect, test } from 'vitest';
import { clearTenantState } from '../session/tenant-state.ts';
import { keptChoices } from './kept-choices.ts';

test('SHELL-058 folded locations and devices are open again after another organization was entered', () => {
  const locations = keptChoices('test-folded-locations');
  const devices = keptChoices('test-folded-devices');
  locations.toggle('site');
  devices.toggle('core');
  expect(locations.store.getState().ids).toEqual(['site']);
  clearTenantState();
  expect(locations.store.getState().ids).toEqual([]);
  expect(devices.store.getState().ids).toEqual([]);
});

test('a second press takes a choice back', () => {
  const choices = keptChoices('test-twice');
  choices.toggle('a');
  choices.toggle('b');
  choices.toggle('a');
  expect(choices.store.getState().ids).toEqual(['b']);
});

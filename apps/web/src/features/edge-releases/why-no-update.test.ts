import { expect, it } from 'vitest';
import { whyNoUpdate } from './why-no-update.ts';

const known = { version: '0.1.0', isUpdatable: true, software: null };

it.each([
  ['unclaimed', {}, 'errors.core_never_connected'],
  ['revoked', {}, 'errors.core_pairing_revoked'],
  ['offline', {}, 'edgeReleases.update.offline'],
  ['offline', { isUpdatable: false }, 'errors.core_update_by_hand'],
  ['offline', { isUpdatable: false, version: null }, 'edgeReleases.update.offline'],
  ['online', { isUpdatable: false }, 'errors.core_update_by_hand'],
  ['online', {}, 'edgeReleases.update.unanswered'],
] as const)('a core that is %s is not promised an update that cannot come', (state, change, text) => {
  expect(whyNoUpdate(state, { ...known, ...change })).toBe(text);
});

import type { Organization } from '@sightline/contracts/organizations/organization';
import { describe, expect, it } from 'vitest';
import { changedParts, formValuesOf } from './changed-parts.ts';

const organization: Organization = {
  id: '0198f3aa-0000-7000-8000-000000000001',
  name: 'Harbour Foods',
  color: '#066e88',
  createdAt: 0,
  isDefault: true,
  disableInactivity: false,
  localLiveStream: false,
  takeLapsesMinutes: 10,
  signIn: { allowsPassword: true, allowsProviders: true, demandsMfa: false },
  revision: 3,
};

describe('what of an organization is sent', () => {
  it('is nothing where nothing differs, spaces around the name included', () => {
    expect(changedParts(organization, { ...formValuesOf(organization), name: ' Harbour Foods ' })).toEqual({});
  });

  it('is only what was changed here', () => {
    expect(
      changedParts(organization, { ...formValuesOf(organization), localLiveStream: true, color: '#2a8f62' }),
    ).toEqual({
      localLiveStream: true,
      color: '#2a8f62',
    });
  });
});

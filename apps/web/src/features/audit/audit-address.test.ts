import { describe, expect, it } from 'vitest';
import { filterOf, rangeOf } from './audit-address.ts';

const now = { utcMs: Date.UTC(2026, 10, 20, 12), timeZone: 'Asia/Jerusalem' };

describe('the range of the audit', () => {
  it('AUDIT-006 asks for no range of its own at first, so that the server answers its ten days', () => {
    expect(filterOf({}, now)).toEqual({ events: [], users: [], orgIds: [], authProviderIds: [] });
  });

  it('leaves a side open that is no day', () => {
    expect(rangeOf({ range: 'own', from: '2026-02-30', to: '' }, now)).toEqual({});
    expect(rangeOf({ range: 'own', from: '2026-11-01' }, now)).toEqual({ start: Date.UTC(2026, 9, 31, 22) });
  });

  it('holds whole days of the person, the last one included', () => {
    expect(rangeOf({ range: 'own', from: '2026-11-20', to: '2026-11-20' }, now)).toEqual({
      start: Date.UTC(2026, 10, 19, 22),
      end: Date.UTC(2026, 10, 20, 22),
    });
    expect(rangeOf({ range: 'today' }, now)).toEqual({ start: Date.UTC(2026, 10, 19, 22) });
  });

  it('AUDIT-005 reads events, people, organizations and providers from the address', () => {
    expect(
      filterOf({ events: 'camera.update,camera.create', users: 'u1', orgs: 'o1,', providers: 'password,p1' }, now),
    ).toEqual({
      events: ['camera.update', 'camera.create'],
      users: ['u1'],
      orgIds: ['o1'],
      authProviderIds: ['password', 'p1'],
    });
  });
});

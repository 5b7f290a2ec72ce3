import { describe, expect, it } from 'vitest';
import { textsIn } from '../../texts.ts';
import { searchPages, type PageViewer, type SearchPage } from './search-pages.ts';

const english = await textsIn('en');
const hebrew = await textsIn('he');

const nobody: PageViewer = {
  roles: ['USER'],
  organizationId: 'org',
  pricingOrganizationId: null,
  may: () => false,
  conditions: new Set(),
  isDeveloper: false,
  hasHome: true,
};
const everybody: PageViewer = { ...nobody, roles: ['USER', 'OPERATOR', 'ADMIN'], may: () => true, isDeveloper: true };
const hrefs = (viewer: PageViewer): string[] => searchPages(viewer).map(({ href }) => href);
const holding = (permission: string): string[] => hrefs({ ...nobody, may: (asked) => asked === permission });
const textOf = (catalogue: object, key: string): unknown =>
  key.split('.').reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], catalogue);

describe('GSEARCH-001 the pages that the search knows', () => {
  it('have a name and say what they are for, in both languages, each once', () => {
    const pages = searchPages(everybody);
    expect(pages.length).toBeGreaterThan(35);
    for (const key of pages.flatMap(({ name, about }: SearchPage) => [name, about])) {
      expect([key, typeof textOf(english, key), typeof textOf(hebrew, key)]).toEqual([key, 'string', 'string']);
    }
    expect(new Set(pages.map(({ href }) => href)).size).toBe(pages.length);
  });

  it('GSEARCH-014 are not offered to whoever may not open them', () => {
    const open = hrefs(nobody);
    for (const closed of [
      '/search',
      '/archive/main',
      '/settings/users',
      '/settings/auth',
      '/settings/audit-logs',
      '/cameras/add',
      '/operator',
      '/logs',
    ])
      expect(open).not.toContain(closed);
    expect(open).toContain('/location/home');
    expect(open).toContain('/account/details');
  });

  it.each([
    ['ExportCreate', '/archive/main'],
    ['SearchView', '/search?tab=motion'],
    ['AuditView', '/settings/audit-logs'],
    ['CameraCreate', '/cameras/add'],
    ['LocationCreate', '/locations/add-location'],
    ['UserManage', '/settings/permissions/list'],
    ['AlertEdit', '/alert/list'],
    ['AlertMonitoring', '/alert/list'],
  ])('GSEARCH-014 are offered with %s: %s', (permission, href) => {
    expect(holding(permission)).toContain(href);
  });

  it('are those of the account and the help without an organization', () => {
    const free = hrefs({ ...everybody, organizationId: null, isDeveloper: false });
    expect(free.filter((href) => /^\/(location|settings|search|archive|operator|cameras)/.test(href))).toEqual([]);
    expect(free).toContain('/help');
  });

  it('leave out the home of devices for people who begin elsewhere, and have the list for them', () => {
    const operator = hrefs({ ...nobody, roles: ['OPERATOR'], hasHome: false });
    expect(operator).not.toContain('/location/home');
    expect(operator).toEqual(expect.arrayContaining(['/location/list', '/operator', '/operator-settings']));
  });
});

it('GSEARCH-013 dialogs that a link opens are found like pages', () => {
  expect(holding('UserManage')).toEqual(
    expect.arrayContaining(['/settings/users?inviteUsers=true', '/settings/users?pendingInvites=true']),
  );
  expect(holding('ExportCreate')).toContain('/archive/main?createArchive=true');
  expect(hrefs(nobody)).not.toContain('/archive/main?createArchive=true');
  expect(hrefs(nobody)).toEqual(
    expect.arrayContaining(['/account/details?changePassword=true', '/account/mfa?createMFA=true']),
  );
});

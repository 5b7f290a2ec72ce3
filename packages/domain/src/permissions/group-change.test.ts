import type { EntityKind, GroupChange } from '@sightline/contracts/permission-groups/permission-group';
import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import { describe, expect, it } from 'vitest';
import type { Grant } from './grant.ts';
import { applyGroupChanges, entitiesOf, grantDifference } from './group-change.ts';
import { isGivableOn } from './group-grants.ts';

const kinds: Record<string, EntityKind> = { site: 'location', core: 'core', gate: 'camera', yard: 'camera' };
const kindOf = (id: string): EntityKind | undefined => kinds[id];
const apply = (changes: readonly GroupChange[], before: readonly Grant[] = []): Grant[] =>
  applyGroupChanges(before, changes, kindOf);
const textOf = (grants: readonly Grant[]): string[] =>
  grants.map((grant) => `${grant.permission}@${grant.entityId ?? '*'}`).sort();
const on = (entityId: string | null, ...names: Permission[]): GroupChange => ({
  action: 'selectByEntity',
  entityId,
  permissions: names,
  isAllowed: true,
});

describe('changes of a group', () => {
  it('PERM-005 refuse a permission on a thing that is too small for it, and a thing that is not there', () => {
    const give = (permission: Permission, entityId: string): GroupChange => ({
      action: 'changePermission',
      permission,
      entityId,
      isAllowed: true,
    });
    expect(() => apply([give('UserManage', 'site')])).toThrow(
      expect.objectContaining({ code: 'permission_not_for_entity' }),
    );
    expect(() => apply([give('LocationView', 'core')])).toThrow(
      expect.objectContaining({ code: 'permission_not_for_entity' }),
    );
    expect(() => apply([give('CameraCreate', 'gate')])).toThrow(
      expect.objectContaining({ code: 'permission_not_for_entity' }),
    );
    expect(() => apply([give('CameraView', 'elsewhere')])).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(textOf(apply([give('CameraView', 'gate')]))).toEqual(['CameraView@gate']);
  });

  it('PERM-006 give and take several permissions of one thing and leave all others alone', () => {
    const before = apply([on('gate', 'CameraView', 'PlaybackView'), on('yard', 'CameraView')]);
    const after = apply(
      [{ action: 'selectByEntity', entityId: 'gate', permissions: ['PlaybackView'], isAllowed: false }],
      before,
    );
    expect(textOf(after)).toEqual(['CameraView@gate', 'CameraView@yard']);
  });

  it('PERM-007 select everything that can be given on what was chosen, and nothing is left when all is taken everywhere', () => {
    const everything = apply([{ action: 'selectAll', entityIds: null, isAllowed: true }]);
    expect(everything).toHaveLength(Object.keys(permissions).length);
    const ofGate = apply([{ action: 'selectAll', entityIds: ['gate'], isAllowed: true }]);
    expect(ofGate.every(({ permission }) => permissions[permission] === 'camera')).toBe(true);
    expect(textOf(ofGate)).toContain('CameraView@gate');
    const mixed = [...everything, ...ofGate];
    expect(apply([{ action: 'selectAll', entityIds: ['gate'], isAllowed: false }], mixed)).toHaveLength(
      everything.length,
    );
    expect(apply([{ action: 'selectAll', entityIds: null, isAllowed: false }], mixed)).toEqual([]);
  });

  it('PERM-008 make things inherit: they lose what they carry themselves, what is above and beside stays', () => {
    const before = apply([
      on('site', 'CameraView'),
      on('gate', 'CameraView', 'PlaybackView'),
      on('yard', 'CameraView'),
    ]);
    expect(textOf(apply([{ action: 'makeInherited', entityIds: ['gate'] }], before))).toEqual([
      'CameraView@site',
      'CameraView@yard',
    ]);
    const named: GroupChange = { action: 'makeInherited', entityIds: ['gate', 'yard'], permissions: ['CameraView'] };
    expect(textOf(apply([named], before))).toEqual(['CameraView@site', 'PlaybackView@gate']);
  });

  it('take effect in their order, and repeating one changes nothing', () => {
    const take: GroupChange = {
      action: 'changePermission',
      permission: 'CameraView',
      entityId: 'gate',
      isAllowed: false,
    };
    expect(apply([take, on('gate', 'CameraView'), on('gate', 'CameraView')])).toHaveLength(1);
    expect(apply([on('gate', 'CameraView'), take])).toEqual([]);
    expect(
      entitiesOf([take, on(null, 'UserManage'), { action: 'makeInherited', entityIds: ['yard', 'gate'] }]),
    ).toEqual(['gate', 'yard']);
  });

  it('tell what is to be written', () => {
    const before = apply([on('gate', 'CameraView')]);
    const after = apply([on('yard', 'CameraView')]);
    expect(grantDifference(before, after)).toEqual({ added: after, removed: before });
    expect(grantDifference(before, before)).toEqual({ added: [], removed: [] });
  });
});

describe('isGivableOn', () => {
  it('PERM-011 lets a permission be given on its own kind of thing and on everything above', () => {
    expect(
      ['organization', 'location', 'core', 'camera'].map((kind) => isGivableOn('CameraView', kind as EntityKind)),
    ).toEqual([true, true, true, true]);
    expect(
      ['organization', 'location', 'core', 'camera'].map((kind) => isGivableOn('CoreEdit', kind as EntityKind)),
    ).toEqual([true, true, true, false]);
    expect(
      ['organization', 'location', 'core', 'camera'].map((kind) => isGivableOn('UserManage', kind as EntityKind)),
    ).toEqual([true, false, false, false]);
  });
});

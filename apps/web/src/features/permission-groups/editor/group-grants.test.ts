import { permissionKinds } from '@sightline/contracts/shared/permissions';
import type {
  EntityKind,
  GroupChange,
  PermissionEntity,
} from '@sightline/contracts/permission-groups/permission-group';
import { allPermissions, givableOn } from '@sightline/domain/permissions/group-grants';
import { describe, expect, it } from 'vitest';
import { above, below, entityTree, firstOpen, matching, treeRows } from './tree/entity-tree.ts';
import { carriedBelow, carriersOf, grantsOf, holdingAt, ownCounts, withChanges, type Grants } from './group-grants.ts';

const entity = (id: string, kind: EntityKind, parentId: string | null): PermissionEntity => ({
  id,
  kind,
  name: `The ${id}`,
  parentId,
});
const tree = entityTree([
  entity('north', 'location', null),
  entity('yard', 'location', 'north'),
  entity('south', 'location', null),
  entity('core', 'core', 'yard'),
  entity('gate', 'camera', 'core'),
  entity('lost', 'camera', 'gone'),
]);
const at = (id: string | null) => ({
  id,
  kind: id === null ? ('organization' as const) : (tree.byId.get(id)?.kind ?? 'camera'),
  tree,
});
const apply = (changes: GroupChange[], before: Grants = new Set()): Grants => withChanges(before, changes, tree);
const give = (permission: 'CameraView' | 'UserManage', entityId: string | null): GroupChange => ({
  action: 'changePermission',
  permission,
  entityId,
  isAllowed: true,
});

describe('what a group may do where', () => {
  it('PERM-011 offers no permission on a thing that is too small for it', () => {
    expect(holdingAt(new Set(), 'UserManage', at('north')).how).toBe('unfit');
    expect(holdingAt(new Set(), 'CoreEdit', at('gate')).how).toBe('unfit');
    expect(holdingAt(apply([give('UserManage', null)]), 'UserManage', at('north')).how).toBe('unfit');
    expect(givableOn('camera')).toEqual([
      'CameraView',
      'PlaybackView',
      'SearchView',
      'CameraEdit',
      'CameraDelete',
      'CameraTalk',
      'ExportCreate',
      'OriginalsView',
      'AlertMonitoring',
      'AlertEdit',
    ]);
  });

  it('tells own, inherited and none apart, and from where', () => {
    const grants = apply([give('CameraView', 'north'), give('CameraView', 'gate')]);
    expect(holdingAt(grants, 'CameraView', at('south'))).toEqual({ how: 'none' });
    expect(holdingAt(grants, 'CameraView', at('core'))).toEqual({ how: 'inherited', from: 'north' });
    expect(holdingAt(grants, 'CameraView', at('gate'))).toEqual({ how: 'own', from: 'north' });
    expect(holdingAt(grants, 'CameraView', at('north'))).toEqual({ how: 'own' });
    expect(holdingAt(apply([give('CameraView', null)]), 'CameraView', at('gate'))).toEqual({
      how: 'inherited',
      from: null,
    });
    expect([...carriedBelow(grants, 'CameraView', tree)]).toEqual([null, 'core', 'yard', 'north']);
    expect(carriersOf(grants, 'CameraView')).toEqual(['north', 'gate']);
    expect(ownCounts(apply([give('CameraView', null)], grants)).get(null)).toBe(1);
  });

  it('PERM-005 PERM-006 PERM-007 PERM-008 looks after a change as the server will have it', () => {
    const several: GroupChange = {
      action: 'selectByEntity',
      entityId: 'gate',
      permissions: ['CameraView', 'PlaybackView'],
      isAllowed: true,
    };
    expect(apply([several]).size).toBe(2);
    expect(apply([several, { ...several, permissions: ['CameraView'], isAllowed: false }])).toEqual(
      new Set(['PlaybackView gate']),
    );
    expect(apply([{ action: 'selectAll', entityIds: null, isAllowed: true }]).size).toBe(allPermissions.length);
    expect(apply([{ action: 'selectAll', entityIds: ['gate'], isAllowed: true }]).size).toBe(
      givableOn('camera').length,
    );
    expect(apply([several, { action: 'selectAll', entityIds: null, isAllowed: false }]).size).toBe(0);
    expect(apply([several, { action: 'makeInherited', entityIds: ['gate'], permissions: ['CameraView'] }])).toEqual(
      new Set(['PlaybackView gate']),
    );
    expect(apply([several, give('CameraView', 'north'), { action: 'makeInherited', entityIds: ['gate'] }])).toEqual(
      new Set(['CameraView north']),
    );
  });

  it('PERM-021 lists every permission of the product, each once', () => {
    expect(Object.values(permissionKinds).flat().sort()).toEqual([...allPermissions].sort());
  });

  it('reads the grants of the server', () => {
    expect(grantsOf([{ name: 'CameraView', isWhole: true, entityIds: ['gate'] }])).toEqual(
      new Set(['CameraView ', 'CameraView gate']),
    );
  });
});

describe('the tree of things', () => {
  it('loses nothing whose parent is missing', () => {
    expect(
      treeRows(tree, { open: firstOpen(tree), matches: null, organizationName: 'All' }).map(({ id, level }) => [
        id,
        level,
      ]),
    ).toEqual([
      [null, 1],
      ['north', 2],
      ['yard', 3],
      ['core', 4],
      ['gate', 5],
      ['south', 2],
      ['lost', 2],
    ]);
  });

  it('finds by name, opens what is above and hides the rest', () => {
    const rows = treeRows(tree, { open: new Set(), matches: matching(tree, ' GATE '), organizationName: 'All' });
    expect(rows.map(({ id }) => id)).toEqual([null, 'north', 'yard', 'core', 'gate']);
    expect(matching(tree, ' ')).toBeNull();
  });

  it('knows what is above and below', () => {
    expect(above(tree, 'gate')).toEqual(['core', 'yard', 'north']);
    expect(below(tree, 'yard')).toEqual(['core', 'gate']);
    expect(below(tree, null)).toHaveLength(6);
  });

  it('draws 20,000 cameras, closed at first', () => {
    const many = entityTree([
      ...tree.byId.values(),
      ...Array.from({ length: 20_000 }, (_, index) => entity(`c${String(index)}`, 'camera', 'core')),
    ]);
    expect(firstOpen(many).size).toBe(0);
    const rows = treeRows(many, {
      open: new Set(['north', 'yard', 'core']),
      matches: matching(many, 'the'),
      organizationName: 'All',
    });
    expect(rows).toHaveLength(20_007);
  });
});

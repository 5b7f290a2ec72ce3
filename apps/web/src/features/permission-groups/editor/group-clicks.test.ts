import type { PermissionGroup } from '@sightline/contracts/permission-groups/permission-group';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entityTree } from './tree/entity-tree.ts';
import {
  everythingOn,
  inheritedAt,
  inheritedBelow,
  inheritedEverywhere,
  toggled,
  toggledAll,
  type Click,
} from './group-clicks.ts';
import { shownGrants } from './group-grants.ts';
import { createGroupSaver, type GroupSaver } from './group-saver.ts';

const group: PermissionGroup = {
  id: 'g',
  name: 'Night',
  description: '',
  isAdministrators: false,
  users: [],
  organizations: [],
  permissions: [],
  revision: 1,
};
const tree = entityTree([
  { id: 'site', kind: 'location', name: 'Site', parentId: null },
  { id: 'gate', kind: 'camera', name: 'Gate', parentId: 'site' },
]);

let saver: GroupSaver;

/** Clicks one after the other before anything is drawn or sent. */
const click = (...clicks: Click[]): string[] => {
  for (const one of clicks) saver.addFrom((state) => one(shownGrants(state, tree)));
  return [...shownGrants(saver.store.getState(), tree)].sort();
};

beforeEach(() => {
  saver = createGroupSaver({
    group,
    send: () => Promise.resolve(group),
    read: () => Promise.resolve(group),
    onSaved: () => undefined,
    onFailed: () => undefined,
  });
});

afterEach(() => saver.stop());

describe('clicks faster than the screen is drawn', () => {
  it('PERM-005 give with the first and take with the second', () => {
    expect(click(toggled('CameraView', 'gate'), toggled('CameraView', 'gate'))).toEqual([]);
    expect(click(toggled('CameraView', 'gate'), toggled('CameraView', 'gate'), toggled('CameraView', 'gate'))).toEqual([
      'CameraView gate',
    ]);
  });

  it('PERM-006 see what the click before did to a box of several', () => {
    const names = ['CameraView', 'PlaybackView'] as const;
    expect(click(toggled('CameraView', 'gate'), toggledAll(names, 'gate'))).toEqual([
      'CameraView gate',
      'PlaybackView gate',
    ]);
    expect(click(toggled('PlaybackView', 'gate'), toggledAll(names, 'gate'), toggledAll(names, 'gate'))).toEqual([]);
  });

  it('PERM-008 leave nothing behind that was given a moment before', () => {
    expect(click(toggled('CameraView', 'gate'), inheritedBelow('site', tree))).toEqual([]);
    expect(
      click(toggled('CameraView', 'gate'), toggled('CameraView', null), inheritedEverywhere('CameraView')),
    ).toEqual(['CameraView ']);
    expect(click(everythingOn({ kind: 'camera', id: 'gate' }, true), inheritedAt('gate'))).toEqual(['CameraView ']);
  });

  it('PERM-008 ask the server for nothing where nothing is left to inherit', () => {
    click(inheritedEverywhere('CameraView'), inheritedBelow('site', tree));
    expect(saver.store.getState().changes).toEqual([]);
  });
});

import type { PermissionEntity } from '@sightline/contracts/permission-groups/permission-group';
import { describe, expect, it } from 'vitest';
import { entityTree } from '../editor/tree/entity-tree.ts';
import { seenWith } from './what-members-see.ts';

const thing = (id: string, kind: PermissionEntity['kind'], parentId: string | null): PermissionEntity => ({
  id,
  kind,
  name: id.toUpperCase(),
  parentId,
});
const tree = entityTree([
  thing('port', 'location', null),
  thing('dock', 'location', 'port'),
  thing('depot', 'location', null),
  thing('core', 'core', 'port'),
  thing('gate', 'camera', 'core'),
  thing('yard', 'camera', 'core'),
]);

describe('what members of a group alone see', () => {
  it('is nothing without a permission, and no camera by a permission that shows none', () => {
    expect(seenWith(new Set(), tree)).toEqual({ sites: [], cameraCount: 0, allCameras: 2, organization: [] });
    expect(seenWith(new Set(['ExportCreate ']), tree).cameraCount).toBe(0);
  });

  it('is one camera with its site where only that camera is given, and what is done on it', () => {
    const { sites, cameraCount } = seenWith(new Set(['CameraView gate', 'PlaybackView port']), tree);
    expect(cameraCount).toBe(1);
    expect(sites).toEqual([
      {
        id: 'port',
        name: 'PORT',
        can: [],
        cameras: [{ id: 'gate', name: 'GATE', can: ['CameraView', 'PlaybackView'] }],
      },
    ]);
  });

  it('is everything below a site, sites inside it without cameras too, and nothing of another', () => {
    const seen = seenWith(new Set(['LocationView port', 'CameraView port', 'AuditView ']), tree);
    expect(seen.sites.map(({ id }) => id)).toEqual(['port', 'dock']);
    expect(seen.cameraCount).toBe(2);
    expect(seen.organization).toEqual(['AuditView']);
  });
});

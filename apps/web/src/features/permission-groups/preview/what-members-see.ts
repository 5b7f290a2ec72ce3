import { permissions, type Permission } from '@sightline/contracts/shared/permissions';
import type { PermissionEntity } from '@sightline/contracts/permission-groups/permission-group';
import { holdingAt, type Grants } from '../editor/group-grants.ts';
import type { EntityTree } from '../editor/tree/entity-tree.ts';

/** A camera as somebody sees it who is in this group alone. */
export interface SeenCamera {
  id: string;
  name: string;
  /** What they can do on it, in the order of the contract. */
  can: Permission[];
}

/** A site with what of it is seen. */
export interface SeenSite {
  id: string;
  name: string;
  can: Permission[];
  cameras: SeenCamera[];
}

/** What the group shows of the organization. */
export interface Seen {
  sites: SeenSite[];
  cameraCount: number;
  /** Of how many. */
  allCameras: number;
  /** What they can do in the organization as a whole. */
  organization: Permission[];
}

const held = (grants: Grants, tree: EntityTree, { id, kind }: PermissionEntity): Permission[] =>
  (Object.keys(permissions) as Permission[]).filter((permission) => {
    // What is given on wider things says nothing of this one.
    if (permissions[permission] !== kind) return false;
    const { how } = holdingAt(grants, permission, { id, kind, tree });
    return how === 'own' || how === 'inherited';
  });

/** The nearest location at or above a thing. */
const siteOf = (tree: EntityTree, thing: PermissionEntity): PermissionEntity | undefined => {
  let at: PermissionEntity | undefined = thing;
  while (at !== undefined && at.kind !== 'location') at = at.parentId === null ? undefined : tree.byId.get(at.parentId);
  return at;
};

/** By the rules of the server: a camera is there for whoever may watch it, a site for whoever may see it or a camera of it. */
export const seenWith = (grants: Grants, tree: EntityTree): Seen => {
  const things = [...tree.byId.values()];
  const cameras = things.filter(({ kind }) => kind === 'camera');
  const seen = cameras
    .map((camera) => ({ camera, can: held(grants, tree, camera), site: siteOf(tree, camera) }))
    .filter(({ can }) => can.includes('CameraView'));
  const bySite = Map.groupBy(seen, ({ site }) => site?.id);
  const sites = things.flatMap((site): SeenSite[] => {
    if (site.kind !== 'location') return [];
    const can = held(grants, tree, site);
    const inside = (bySite.get(site.id) ?? []).map(({ camera, can: does }) => ({
      id: camera.id,
      name: camera.name,
      can: does,
    }));
    return can.includes('LocationView') || inside.length > 0
      ? [{ id: site.id, name: site.name, can, cameras: inside }]
      : [];
  });
  const organization = (Object.keys(permissions) as Permission[]).filter(
    (permission) =>
      permissions[permission] === 'organization' &&
      holdingAt(grants, permission, { id: null, kind: 'organization', tree }).how === 'own',
  );
  return { sites, cameraCount: seen.length, allCameras: cameras.length, organization };
};

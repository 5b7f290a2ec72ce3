import { z } from 'zod';
import { id, name } from '../shared/ids.ts';
import { permissions, type Permission } from '../shared/permissions.ts';

/** Name of a permission. */
export const permissionName = z.enum(Object.keys(permissions) as [Permission, ...Permission[]]);

/** Kinds of things that a grant can be given on. */
export const entityKind = z.enum(['organization', 'location', 'core', 'camera']);

/**
 * One permission of a group and where. `isWhole`: on the whole organization. `entityIds`: locations, cores or cameras
 * that carry it themselves; everything below inherits. Grants only add up: nothing takes away what another gives.
 */
export const groupPermission = z.object({
  name: permissionName,
  isWhole: z.boolean(),
  entityIds: z.array(id).max(20_000),
});

/** People and helping organizations that hold the same permissions. `isAdministrators`: holds everything, cannot be changed or removed. */
export const permissionGroup = z.object({
  id,
  name: z.string(),
  description: z.string(),
  isAdministrators: z.boolean(),
  users: z.array(z.object({ id, name: z.string(), email: z.string() })),
  organizations: z.array(z.object({ id, name: z.string() })),
  permissions: z.array(groupPermission),
  revision: z.number().int(),
});

/** A row of the list. */
export const permissionGroupSummary = permissionGroup
  .omit({ users: true, organizations: true, permissions: true })
  .extend({ userCount: z.number().int(), organizationCount: z.number().int(), permissionCount: z.number().int() });

/** Name (unique in the organization, whatever its case) and description of a group. */
export const permissionGroupInput = z.object({ name, description: z.string().trim().max(500).default('') });

/**
 * One change of what a group may do.
 * `changePermission`: one permission on one entity (null: the organization). `selectByEntity`: several permissions on one entity.
 * `selectAll`: all permissions that can be given on these entities (null: everything). `makeInherited`: the entities lose
 * what they carry themselves (all permissions, or the named ones), so that only what comes from above counts.
 */
export const groupChange = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('changePermission'),
    permission: permissionName,
    entityId: id.nullable(),
    isAllowed: z.boolean(),
  }),
  z.object({
    action: z.literal('selectByEntity'),
    entityId: id.nullable(),
    permissions: z.array(permissionName).max(200),
    isAllowed: z.boolean(),
  }),
  z.object({ action: z.literal('selectAll'), entityIds: z.array(id).max(20_000).nullable(), isAllowed: z.boolean() }),
  z.object({
    action: z.literal('makeInherited'),
    entityIds: z.array(id).min(1).max(20_000),
    permissions: z.array(permissionName).max(200).optional(),
  }),
]);

/** Why somebody holds a permission at a place. */
export const permissionReason = z.object({
  group: z.object({ id, name: z.string() }).nullable().describe('null: given to the person directly'),
  /** The organization through which a helper comes; null for members. */
  viaOrganization: z.object({ id, name: z.string() }).nullable(),
  entityKind,
  /** The thing that carries the grant; null id for the organization. */
  entityId: id.nullable(),
  entityName: z.string(),
});

/** An effective permission with every grant that gives it. */
export const effectivePermission = z.object({
  name: permissionName,
  isWhole: z.boolean(),
  entityIds: z.array(id),
  reasons: z.array(permissionReason),
});

/** One thing on which permissions can be given. `parentId` null: directly below the organization. */
export const permissionEntity = z.object({ id, kind: entityKind, name: z.string(), parentId: id.nullable() });

export type PermissionGroup = z.infer<typeof permissionGroup>;
export type PermissionGroupSummary = z.infer<typeof permissionGroupSummary>;
export type GroupChange = z.infer<typeof groupChange>;
export type GroupPermission = z.infer<typeof groupPermission>;
export type EffectivePermission = z.infer<typeof effectivePermission>;
export type PermissionReason = z.infer<typeof permissionReason>;
export type PermissionEntity = z.infer<typeof permissionEntity>;
export type EntityKind = z.infer<typeof entityKind>;

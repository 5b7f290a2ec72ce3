import type { EntityKind } from '@sightline/contracts/permission-groups/permission-group';
import type { ColumnType, Generated } from 'kysely';

type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface GrantRow {
  organizationId: string;
  id: string;
  userId: string;
  permission: string;
  entityKind: Defaulted<EntityKind>;
  entityId: string | null;
  createdAt: Generated<Date>;
}

interface PermissionGroupRow {
  organizationId: string;
  id: string;
  name: string;
  description: Defaulted<string>;
  isAdministrators: Defaulted<boolean>;
  revision: Generated<number>;
  createdAt: Generated<Date>;
}

interface GroupGrantRow {
  organizationId: string;
  groupId: string;
  permission: string;
  entityKind: EntityKind;
  entityId: string | null;
}

interface GroupUserRow {
  organizationId: string;
  groupId: string;
  userId: string;
}

interface GroupOrganizationRow {
  organizationId: string;
  groupId: string;
  helperOrganizationId: string;
}

interface SupportAccessRow {
  organizationId: string;
  helperOrganizationId: string;
  accessUntil: Date;
  acceptedAt: Defaulted<Date>;
  acceptedBy: string;
}

interface SupportEndRow {
  organizationId: string;
  helperOrganizationId: string;
  endsAt: Date;
}

interface InviteRow {
  organizationId: string;
  id: string;
  kind: 'user' | 'support';
  email: string;
  role: string | null;
  groupIds: string[];
  lang: 'en' | 'he';
  invitedBy: string;
  createdAt: Defaulted<Date>;
  expiresAt: Date;
  accessUntil: Defaulted<Date | null>;
}

interface InviteLinkRow {
  tokenHash: Buffer;
  organizationId: string;
  inviteId: string;
}

interface DeletedOrganizationRow {
  organizationId: string;
  name: string;
  deletedBy: string;
  deletedAt: Generated<Date>;
  filesRemovedAt: Defaulted<Date | null>;
}

/** Tables of who may do what: grants, groups, helpers, invitations. */
export interface RightsSchema {
  grants: GrantRow;
  permissionGroups: PermissionGroupRow;
  groupGrants: GroupGrantRow;
  groupUsers: GroupUserRow;
  groupOrganizations: GroupOrganizationRow;
  supportAccess: SupportAccessRow;
  supportEnds: SupportEndRow;
  invites: InviteRow;
  inviteLinks: InviteLinkRow;
  deletedOrganizations: DeletedOrganizationRow;
}

export { requireAdministratorLeft, requireHeld, holdWanted, moveOrganization, moveUser } from './group-membership.ts';
export { changeOrganizations, changeUsers, groupIdsOfUser, groupIdsOfOrganization } from './group-people.repository.ts';
export { holdsEverything, lackOf, requireEverything } from './permission-groups.policy.ts';
export { holdAdministrators, holdGroups, touchGroups } from './permission-groups.repository.ts';
export { presetGroup, type WantedAccess } from './preset-groups.ts';

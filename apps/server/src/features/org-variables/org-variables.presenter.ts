import type { OrgVariable, OrgVariableChange } from '@sightline/contracts/org-variables/org-variable';
import type { OrgVariableChangeRow, OrgVariableRow } from './org-variables.repository.ts';

export const presentVariable = ({ id, name, type, value, revision, updatedAt }: OrgVariableRow): OrgVariable => ({
  id,
  name,
  type,
  value,
  revision,
  updatedAtUtcMs: updatedAt.getTime(),
});

export const presentChange = (row: OrgVariableChangeRow): OrgVariableChange => {
  const { id, variableId, name, deed, type, value, at, byName } = row;
  return { id, variableId, name, deed, type, value, atUtcMs: at.getTime(), byName };
};
